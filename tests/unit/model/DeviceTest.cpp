// SPDX-License-Identifier: MIT
// Devices and the device manager: numbering, attaching, virtual devices, threads.
#include "Throws.hpp"
#include "model/device/HostTopology.hpp"

#include <poplar/DeviceManager.hpp>
#include <poplar/IPUModel.hpp>
#include <poplar/exceptions.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

namespace poplar {
namespace {

// Programs make managers before main.
const DeviceManager kManager = DeviceManager::createDeviceManager();
const std::size_t kNumDevicesBeforeMain = kManager.getNumDevices();

TEST(DeviceManager, NumbersDevicesBySize) {
  EXPECT_EQ(kNumDevicesBeforeMain, 127U);
  EXPECT_EQ(kManager.getDevices().size(), 127U);
  const auto ids = [](unsigned numIPUs) {
    std::vector<unsigned> result;
    for (const Device &device : kManager.getDevices(TargetType::IPU, numIPUs))
      result.push_back(device.getId());
    return result;
  };
  EXPECT_EQ(ids(1).front(), 0U);
  EXPECT_EQ(ids(1).size(), 64U);
  EXPECT_EQ(ids(2).front(), 64U);
  EXPECT_EQ(ids(16), (std::vector<unsigned>{120, 121, 122, 123}));
  EXPECT_EQ(ids(64), (std::vector<unsigned>{126}));
  EXPECT_TRUE(ids(3).empty());
  EXPECT_TRUE(kManager.getDevices(TargetType::IPU_MODEL, 1).empty());
  EXPECT_EQ(kManager.getDevices(TargetType::CPU, 2).front().getTarget().getNumIPUs(), 2U);
  EXPECT_EQ(kManager.getDevice(64).getDriverIDs(), (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(kManager.getDevice(64).getTarget(), Target::createIPUTarget(2, "ipu2"));
}

TEST(DeviceManager, ChildrenAreInsideTheParent) {
  EXPECT_EQ(kManager.getChildDeviceIds(65), (std::vector<unsigned>{2, 3}));
  EXPECT_EQ(kManager.getChildDeviceIds(97, 2), (std::vector<unsigned>{66, 67}));
  EXPECT_EQ(kManager.getChildDeviceIds(126, 32), (std::vector<unsigned>{124, 125}));
}

TEST(DeviceManager, UnknownIdsAreErrors) {
  EXPECT_NE(textThrownBy([] { kManager.getDevice(127); }).find("0 to 126"), std::string::npos);
  EXPECT_THROW(kManager.getChildDeviceIds(127), poplar_error);
}

TEST(DeviceManager, EnvironmentSetsNumberAndArchitecture) {
  setenv("POPLAR_EMU_DEVICES", "3,ipu1", 1);
  EXPECT_EQ(kManager.getNumDevices(), 4U); // 0, 1, 2, {0, 1}
  EXPECT_EQ(kManager.getDevice(3).getTarget().getNumTiles(), 2432U);
  setenv("POPLAR_EMU_DEVICES", "0", 1);
  EXPECT_TRUE(kManager.getDevices().empty());
  EXPECT_THROW(kManager.getDevice(0), poplar_error);
  for (const char *bad : {"x", "4;ipu2", "-1", "70000"}) {
    setenv("POPLAR_EMU_DEVICES", bad, 1);
    EXPECT_THROW(kManager.getNumDevices(), invalid_option) << bad;
  }
  setenv("POPLAR_EMU_DEVICES", "4,ipu7", 1);
  EXPECT_THROW(kManager.getNumDevices(), poplar_error);
  unsetenv("POPLAR_EMU_DEVICES");
}

TEST(Device, SharedIpusRefuseToAttach) {
  const Device pair = kManager.getDevice(64), first = kManager.getDevice(0);
  const Device third = kManager.getDevice(2), all = kManager.getDevice(126);
  const Device samePair = kManager.getDevice(64);
  EXPECT_FALSE(pair.isAttached());
  ASSERT_TRUE(pair.attach());
  EXPECT_TRUE(pair.attach());
  EXPECT_TRUE(pair.isAttached());
  EXPECT_FALSE(first.attach());
  EXPECT_FALSE(samePair.attach());
  EXPECT_FALSE(samePair.isAttached());
  EXPECT_FALSE(all.attach());
  EXPECT_TRUE(third.attach());
  pair.detach();
  EXPECT_FALSE(pair.isAttached());
  EXPECT_TRUE(first.attach());
  third.detach();
}

TEST(Device, DestructionReleasesTheIpus) {
  {
    Device device = kManager.getDevice(5);
    ASSERT_TRUE(device.attach());
    const Device moved = std::move(device);
    EXPECT_TRUE(moved.isAttached());
    EXPECT_THROW(device.getId(), poplar_error);
  }
  EXPECT_TRUE(kManager.getDevice(5).attach());
}

TEST(Device, OneOfManyThreadsAttaches) {
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> attached{0};
    std::vector<Device> devices;
    for (int t = 0; t < 8; ++t)
      devices.push_back(kManager.getDevice(64 + 32 + 3));
    std::vector<std::thread> threads;
    for (const Device &device : devices)
      threads.emplace_back([&attached, &device] { attached += device.attach(); });
    for (std::thread &thread : threads)
      thread.join();
    EXPECT_EQ(attached, 1);
  }
}

TEST(Device, VirtualDeviceKeepsTheClaim) {
  Device device = kManager.getDevice(7);
  ASSERT_TRUE(device.attach());
  const Device small = device.createVirtualDevice(16);
  EXPECT_EQ(small.getTarget().getTilesPerIPU(), 16U);
  EXPECT_TRUE(small.isAttached());
  EXPECT_EQ(small.getId(), 7U);
  EXPECT_THROW(device.getTarget(), poplar_error);
  EXPECT_FALSE(kManager.getDevice(7).attach());
}

TEST(Device, QuestionsThatNeedAnAttachedIpu) {
  unsigned major = 0, minor = 0, point = 0;
  const Device ipu = kManager.getDevice(9);
  EXPECT_THROW(ipu.getDriverVersion(major, minor, point), poplar_error);
  EXPECT_THROW(ipu.supportsRemoteBuffers(), poplar_error);
  ASSERT_TRUE(ipu.attach());
  ipu.getDriverVersion(major, minor, point);
  EXPECT_EQ(major, 1U);
  EXPECT_TRUE(ipu.supportsRemoteBuffers());
  EXPECT_THROW(IPUModel().createDevice().supportsRemoteBuffers(), poplar_error);
}

TEST(Device, CpuAndModelAreAlwaysThere) {
  const Device cpu = Device::createCPUDevice(2);
  EXPECT_EQ(cpu.getTarget().getNumIPUs(), 2U);
  EXPECT_TRUE(cpu.attach());
  cpu.detach();
  EXPECT_TRUE(cpu.isAttached());
  EXPECT_TRUE(cpu.getDriverIDs().empty());
}

TEST(Device, Attributes) {
  const Device device = kManager.getDevice(3);
  const auto attributes = device.getAttributes();
  EXPECT_EQ(attributes.at("ipu architecture"), "ipu2");
  EXPECT_EQ(device.getAttribute(IPUAttributes::AttributeId::NumTiles), "1472");
  EXPECT_EQ(device.getAttribute(IPUAttributes::AttributeId::TileClockFrequency), "1330000000");
  EXPECT_FALSE(device.getNumaTopology().empty());
  EXPECT_THROW(device.getAttribute(static_cast<IPUAttributes::AttributeId>(99)), poplar_error);
}

TEST(Device, Simulator) {
  const Target target = Target::createIPUTarget(1, 4, "ipu2");
  const Device device = Device::createSimulatorDevice(target, {{"sim.accurateTiming", "true"}});
  EXPECT_EQ(device.getTarget(), target);
  EXPECT_TRUE(device.attach());
  EXPECT_THROW(Device::createSimulatorDevice(target, {{"simulate", "true"}}), invalid_option);
  EXPECT_THROW(Device::createSimulatorDevice(Target::createCPUTarget()), poplar_error);
}

TEST(HostTopology, ProcessorLists) {
  using poplar_emu::model::parseProcessorList;
  EXPECT_EQ(parseProcessorList("0-3,8"), (std::vector<int>{0, 1, 2, 3, 8}));
  EXPECT_EQ(parseProcessorList("5"), (std::vector<int>{5}));
  EXPECT_TRUE(parseProcessorList("").empty());
}

} // namespace
} // namespace poplar

# SPDX-License-Identifier: MIT
"""Drives a headless Chromium through its DevTools protocol over a pair of pipes, with the standard library alone."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class Chromium:
    """One browser with one page, and without a network: every request that is not a file is recorded and refused."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="report-browser-")
        to_read, self.write_end = os.pipe()
        self.read_end, to_write = os.pipe()
        # The browser reads commands from 3 and writes answers to 4.
        command = (f'exec "$0" --headless=new --remote-debugging-pipe --no-sandbox --disable-gpu --no-first-run --disable-extensions '
                   f'--disable-background-networking --disable-component-update --disable-sync --disable-dev-shm-usage '
                   f'--disable-default-apps --hide-scrollbars --mute-audio --force-device-scale-factor=1 '
                   f'--proxy-server=127.0.0.1:1 --user-data-dir="{self.folder}" about:blank 3<&{to_read} 4>&{to_write}')
        self.process = subprocess.Popen(["bash", "-c", command, program], pass_fds=(to_read, to_write),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.buffer = b""
        self.last_id = 0
        self.events = []
        self.session = None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")
        self.send("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)

    def message(self, seconds):
        """The next message, or nothing when time is up."""
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.read_end], [], [], left)[0]:
                return None
            data = os.read(self.read_end, 1 << 16)
            if not data:
                raise RuntimeError(f"the browser ended with {self.process.wait()}")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def send(self, method, **parameters):
        self.last_id += 1
        command = {"id": self.last_id, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.write_end, json.dumps(command).encode() + b"\0")
        while True:
            message = self.message(50)
            if message is None:
                raise RuntimeError(f"the browser does not answer {method}")
            if message.get("id") == self.last_id:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def run(self, script):
        """The value of an expression, promises awaited."""
        answer = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}\n{json.dumps(answer['exceptionDetails'])[:2000]}")
        return answer["result"].get("value")

    def frames(self, count=2):
        self.run("new Promise(done => { let n = %d; const next = () => n-- ? requestAnimationFrame(next) : done(true); next(); })" % count)

    def size(self, width, height, scale=1):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=width < 600)

    def colours(self, scheme):
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, path):
        self.send("Page.navigate", url="file://" + str(path))
        while self.run("document.readyState") != "complete":
            time.sleep(0.02)
        self.frames(4)

    def key(self, name, shift=False):
        codes = {"Enter": ("\r", 13), "Tab": ("", 9), " ": (" ", 32), "Home": ("", 36), "End": ("", 35),
                 "ArrowLeft": ("", 37), "ArrowUp": ("", 38), "ArrowRight": ("", 39), "ArrowDown": ("", 40), "Escape": ("", 27)}
        text, code = codes.get(name, (name, ord(name.upper()) if len(name) == 1 else 0))
        common = {"key": name, "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
        self.send("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **common)
        self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    def mouse(self, kind, x, y, **more):
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.mouse(kind, x, y, button="left", clickCount=1)

    def screenshot(self, path, whole=False):
        clip = {}
        if whole:
            size = self.send("Page.getLayoutMetrics")["cssContentSize"]
            clip = {"captureBeyondViewport": True, "clip": {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 6000), "scale": 1}}
        image = self.send("Page.captureScreenshot", format="png", **clip)["data"]
        path.write_bytes(base64.b64decode(image))

    def complaints(self):
        """Console errors and warnings, exceptions, and requests that are not for the page itself, since last asked."""
        found = []
        events, self.events = self.events, []
        for event in events:
            method, parameters = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                found.append(details.get("exception", {}).get("description", details["text"]))
            elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                found.append(f"console: {json.dumps(parameters['args'])[:500]}")
            elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                # This one is about tests that look at pixels.
                if "willReadFrequently" in parameters["entry"]["text"]:
                    continue
                found.append(f"log: {parameters['entry']['text']}")
            elif method == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                if not url.startswith(("file://", "data:", "about:")):
                    found.append(f"request: {url}")
        return found

    def close(self):
        try:
            self.session = None
            self.send("Browser.close")
            self.process.wait(timeout=10)
        except (RuntimeError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

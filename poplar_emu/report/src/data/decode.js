// SPDX-License-Identifier: MIT
// Columns of numbers back from text: base64 of variable-length integers (page/Encode.hpp).

export const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/** The integers from `at` on; at most `limit` of them. Exact below 2^53. */
export function varints(bytes, at = 0, limit = Infinity) {
  const values = [];
  while (at < bytes.length && values.length < limit) {
    let value = 0;
    let factor = 1;
    while (bytes[at] >= 128) {
      value += (bytes[at++] - 128) * factor;
      factor *= 128;
    }
    values.push(value + bytes[at++] * factor);
  }
  return { values, at };
}

export const column = (text) => varints(bytesOf(text)).values;

export const unzigzag = (value) => (value % 2 ? -(value + 1) / 2 : value / 2);

export const signedColumn = (text) => column(text).map(unzigzag);

const decoders = {
  r(bytes, out) {
    const { values } = varints(bytes);
    let at = 0;
    for (let i = 0; i < values.length; i += 2) {
      out.fill(values[i + 1], at, at + values[i]);
      at += values[i];
    }
  },
  d(bytes, out) {
    let value = 0;
    varints(bytes).values.forEach((delta, i) => {
      value += unzigzag(delta);
      out[i] = value;
    });
  },
  t(bytes, out) {
    const count = varints(bytes, 0, 1);
    const table = varints(bytes, count.at, count.values[0]);
    for (let i = 0; i < out.length; i++) out[i] = table.values[bytes[table.at + i]];
  },
  q(bytes, out) {
    const { values, at } = varints(bytes, 0, 2);
    for (let i = 0; i < out.length; i++)
      out[i] = Math.round(values[0] + ((values[1] - values[0]) * bytes[at + i]) / 255);
  },
};

/** Rows of one value a tile (page/TileRows.hpp), decoded when first asked for. Index 0 is no row. */
export class TileRows {
  constructor(json) {
    this.tiles = json.tiles;
    this.group = json.group;
    this.texts = json.rows;
    for (const fact of ['min', 'max', 'argmax', 'sum', 'active']) this[fact] = column(json[fact]);
    this.decoded = new Map();
  }

  get(index) {
    if (!index) return null;
    let row = this.decoded.get(index);
    if (row) return row;
    const text = this.texts[index - 1];
    const values = new Float64Array(Math.ceil(this.tiles / this.group));
    decoders[text[0]](bytesOf(text.slice(1)), values);
    const i = index - 1;
    row = {
      values,
      exact: text[0] !== 'q' && this.group === 1,
      min: this.min[i],
      max: this.max[i],
      argmax: this.argmax[i],
      sum: this.sum[i],
      active: this.active[i],
      at: (tile) => values[Math.floor(tile / this.group)],
    };
    this.decoded.set(index, row);
    return row;
  }
}

// Makes QR codes (ISO/IEC 18004) of short texts: byte mode, error correction level M, versions 1 to 6.

/** The data codewords and correction codewords of a block, and the number of blocks, for each version. */
const sizes = [[16, 10, 1], [28, 16, 1], [44, 26, 1], [32, 18, 2], [43, 24, 2], [27, 16, 4]]

const masks = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, x => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => x * y % 2 + x * y % 3,
  (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2,
]

/** Returns rows of modules, which are true if dark. Returns null for more than 106 bytes. */
export function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)]
  const index = sizes.findIndex(([data, , blocks]) => bytes.length + 2 <= data * blocks)
  if (index < 0) return null
  const bits = codewords(bytes, sizes[index]).flatMap(byte => [7, 6, 5, 4, 3, 2, 1, 0].map(bit => byte >> bit & 1))
  const codes = masks.map((_, mask) => drawn(index + 1, bits, mask))
  return codes.sort((a, b) => penalty(a) - penalty(b))[0]
}

function codewords(bytes, [size, correction, count]) {
  // The mode (four bits), the length (eight bits), the bytes, the terminator (four bits), and padding.
  const nibbles = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap(byte => [byte >> 4, byte & 15]), 0]
  const data = []
  for (let at = 0; at < nibbles.length; at += 2) data.push(nibbles[at] << 4 | nibbles[at + 1])
  for (let pad = 0xEC; data.length < size * count; pad ^= 0xEC ^ 0x11) data.push(pad)
  const blocks = Array.from({ length: count }, (_, index) => data.slice(index * size, (index + 1) * size))
  const woven = lists => lists[0].flatMap((_, index) => lists.map(list => list[index]))
  return [...woven(blocks), ...woven(blocks.map(block => remainder(block, correction)))]
}

// Reed–Solomon over GF(256)

function product(a, b) {
  let result = 0
  for (let bit = 7; bit >= 0; bit -= 1) result = result << 1 ^ (result >> 7) * 0x11D ^ (b >> bit & 1) * a
  return result
}

function remainder(data, degree) {
  const divisor = Array(degree).fill(0).with(-1, 1)
  for (let root = 1, step = 0; step < degree; step += 1, root = product(root, 2)) {
    for (let index = 0; index < degree; index += 1) {
      divisor[index] = product(divisor[index], root) ^ (divisor[index + 1] ?? 0)
    }
  }
  return data.reduce((rest, byte) => {
    const factor = byte ^ rest[0]
    return [...rest.slice(1), 0].map((value, index) => value ^ product(divisor[index], factor))
  }, Array(degree).fill(0))
}

// The modules

function drawn(version, bits, mask) {
  const size = 17 + 4 * version
  const rows = Array.from({ length: size }, () => Array(size).fill(null))
  const set = (x, y, dark) => { if (rows[y]?.[x] !== undefined) rows[y][x] = Boolean(dark) }
  const square = (x, y, radius, light) => {
    for (let down = -radius; down <= radius; down += 1) {
      for (let right = -radius; right <= radius; right += 1) {
        set(x + right, y + down, !light.includes(Math.max(Math.abs(right), Math.abs(down))))
      }
    }
  }
  for (let at = 8; at < size - 8; at += 1) for (const [x, y] of [[at, 6], [6, at]]) set(x, y, at % 2 === 0)
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, [2, 4])
  if (version > 1) square(size - 7, size - 7, 2, [1])
  setFormat(set, size, mask)
  fill(rows, bits, masks[mask])
  return rows
}

/** Sets both copies of the format: the level M, which is 0, and the mask, with a BCH code. */
function setFormat(set, size, mask) {
  let rest = mask
  for (let step = 0; step < 10; step += 1) rest = rest << 1 ^ (rest >> 9) * 0x537
  const format = (mask << 10 | rest) ^ 0x5412
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = format >> bit & 1
    if (bit < 8) set(8, bit < 6 ? bit : bit + 1, dark)
    else set(bit === 8 ? 7 : 14 - bit, 8, dark)
    if (bit < 8) set(size - 1 - bit, 8, dark)
    else set(8, size - 15 + bit, dark)
  }
  set(8, size - 8, true)
}

/** Fills the free modules in columns of two, from right to left, alternately up and down. */
function fill(rows, bits, mask) {
  const size = rows.length
  let next = 0
  let isUp = true
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2, isUp = !isUp) {
    for (let step = 0; step < size; step += 1) {
      for (const x of [right, right - 1]) {
        const y = isUp ? size - 1 - step : step
        if (rows[y][x] === null) rows[y][x] = Boolean(bits[next++]) !== (mask(x, y) === 0)
      }
    }
  }
}

/** Returns the penalty for long runs and for blocks of one color, which are hard to scan. */
function penalty(rows) {
  let sum = 0
  for (const lines of [rows, rows.map((_, x) => rows.map(row => row[x]))]) {
    for (const line of lines) {
      for (const run of line.map(Number).join("").match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2
    }
  }
  rows.slice(1).forEach((row, above) => row.slice(1).forEach((dark, left) => {
    if ([row[left], rows[above][left], rows[above][left + 1]].every(other => other === dark)) sum += 3
  }))
  return sum
}

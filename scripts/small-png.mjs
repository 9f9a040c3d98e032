import { crc32, deflateSync } from 'node:zlib'

/**
 * Writes a picture of a page as a PNG with a palette of 256 colours, which is about a quarter as
 * large and looks the same. The browser reads the picture.
 *
 * @param {import('@playwright/test').Page} page
 * @param {Buffer} png
 * @returns {Promise<Buffer>}
 */
export async function shrinkPng(page, png) {
  const { width, height, palette, pixels } = await page.evaluate(
    chooseColors,
    png.toString('base64'),
  )
  const indices = Buffer.from(pixels, 'base64')
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    indices.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width)
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // Eight bits a pixel, which are indices of the palette.
  size.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    makeChunk('IHDR', size),
    makeChunk('PLTE', Buffer.from(palette)),
    makeChunk('IDAT', deflateSync(rows, { level: 9 })),
    makeChunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function makeChunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/**
 * Runs in the browser: 256 colours, and the nearest of them for each pixel. Most are the most frequent
 * ones. The rest is for colours that none of these resembles, such as those of a small logo.
 *
 * @param {string} base64
 */
async function chooseColors(base64) {
  const image = new Image()
  image.src = `data:image/png;base64,${base64}`
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('Expected a canvas with two dimensions.')
  context.drawImage(image, 0, 0)
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
  /** @type {Map<number, number>} */
  const counts = new Map()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const ranked = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([pixel]) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255])
  const colors = ranked.slice(0, 160)
  /** @param {readonly number[]} color */
  const findNearest = ([red = 0, green = 0, blue = 0]) => {
    let best = 0
    let least = Infinity
    for (const [index, [r = 0, g = 0, b = 0]] of colors.entries()) {
      const far = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
      if (far < least) [best, least] = [index, far]
    }
    return { best, least }
  }
  for (const color of ranked.slice(160)) {
    if (colors.length < 256 && findNearest(color).least > 600) colors.push(color)
  }
  /** @type {Map<number, number>} */
  const nearest = new Map()
  const text = []
  for (const pixel of pixels) {
    let index = nearest.get(pixel)
    if (index === undefined) {
      index = findNearest([pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]).best
      nearest.set(pixel, index)
    }
    text.push(String.fromCharCode(index))
  }
  return { width, height, palette: colors.flat(), pixels: btoa(text.join('')) }
}

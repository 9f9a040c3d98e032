import { drawBox, drawPicture, escape, readTitle } from './svg.mjs'

/**
 * Draws the floors of a house as an SVG. The first line of the text is the title, and each further line is a floor: its
 * rooms, and what they do, such as `qwik, qwik2: the two versions of Qwik`.
 *
 * @param {string} text
 */
export function drawFloors(text) {
  const { title, lines } = readTitle(text)
  const floors = lines.map(readFloor)
  return drawPicture({
    title,
    description: floors.map(({ rooms, purpose }) => `${rooms.join(', ')}: ${purpose}.`).join(' '),
    width: margin * 2 + houseWidth + gap + purposeWidth,
    height: margin * 2 + floors.length * row - gap,
    body: floors.map(drawFloor).join('\n'),
  })
}

const margin = 24
const gap = 8
const houseWidth = 470
const purposeWidth = 300
const boxHeight = 40
const row = boxHeight + gap

/**
 * @param {string} line
 */
function readFloor(line) {
  const [, rooms, purpose] = /^([\w /,.]+): (.+)$/.exec(line) ?? []
  if (!rooms || !purpose) throw new Error(`Expected a floor such as "a, b: text", got "${line}".`)
  return { rooms: rooms.split(', '), purpose }
}

/** @param {{ rooms: string[], purpose: string }} floor @param {number} index */
function drawFloor({ rooms, purpose }, index) {
  const y = margin + index * row
  const width = (houseWidth - gap * (rooms.length - 1)) / rooms.length
  const boxes = rooms.map((text, at) => {
    const x = margin + at * (width + gap)
    return drawBox({ x, y, width, height: boxHeight, kind: 'box', text, letters: 60 })
  })
  return `${boxes.join('\n')}
  <text class="small" style="text-anchor:start" x="${margin + houseWidth + gap * 2}" y="${y + 25}">${escape(purpose)}</text>`
}

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { drawDecision } from '../../../scripts/diagrams/decision.mjs'
import { drawFloors } from '../../../scripts/diagrams/floors.mjs'
import { drawSequence } from '../../../scripts/diagrams/sequence.mjs'
import { importSpecifiers } from '../../support/import-specifiers.js'

const root = new URL('../../../', import.meta.url)
const readText = (name: string): string =>
  readFileSync(new URL(`docs/data/${name}.txt`, root), 'utf8')

it.each([
  ['sign-in-sequence', drawSequence],
  ['linking-decision', drawDecision],
  ['session-life', drawDecision],
  ['floors', drawFloors],
] as const)(
  'the picture %s is drawn from its text (refresh it with `vitest -u`)',
  async (name, draw) => {
    await expect(draw(readText(name))).toMatchFileSnapshot(`../../../docs/images/${name}.svg`)
  },
)

describe('a diagram', () => {
  it('names its steps for screen readers', () => {
    const svg = drawSequence(
      '# A greeting\nBrowser -> App: hello\nApp -> App: think\nApp -> Browser: <hello>\n',
    )
    expect(svg).toContain('<title id="title">A greeting</title>')
    expect(svg).toContain(
      '1. Browser to App: hello. 2. App: think. 3. App to Browser: &lt;hello&gt;.',
    )
  })

  it('names its questions and outcomes for screen readers', () => {
    const svg = drawDecision(
      '# A door\nIs it open? | yes | Go in\nIs a key there? | no | [Wait]\nOpen it\n',
    )
    expect(svg).toContain(
      '1. Is it open? If yes: Go in. 2. Is a key there? If no: Wait. Otherwise: Open it.',
    )
  })

  it('names its floors for screen readers', () => {
    const svg = drawFloors('# A house\nroof: keeps the rain out\nhall, kitchen: two rooms\n')
    expect(svg).toContain('roof: keeps the rain out. hall, kitchen: two rooms.')
  })

  it('refuses a line that it cannot read', () => {
    expect(() => drawSequence('# A greeting\nBrowser says hello')).toThrow('Expected a step')
    expect(() => drawDecision('# A door\nIs it open?\nOpen it')).toThrow('Expected a question')
    expect(() => drawFloors('# A house\nroof')).toThrow('Expected a floor')
  })
})

describe('the picture of the floors', () => {
  const floors = readText('floors')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(':')[0]?.split(', ') ?? [])

  it('names folders and files of src/', () => {
    for (const room of floors.flat())
      expect([room, existsSync(new URL(`src/${room}`, root))]).toEqual([room, true])
  })

  it('shows that each floor imports only from the floors below', () => {
    const heights = new Map(floors.flatMap((rooms, height) => rooms.map((room) => [room, height])))
    const imports = [...heights].flatMap(([room, height]) =>
      listFiles(room).flatMap((file) =>
        importSpecifiers(file, readFileSync(join(source, file), 'utf8'))
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => roomOf(posix.join(posix.dirname(file), specifier)))
          .filter((imported) => imported !== room && heights.has(imported))
          .map((imported) => ({ file, imported, isBelow: (heights.get(imported) ?? 0) > height })),
      ),
    )
    expect(imports.length).toBeGreaterThan(500)
    expect(imports.filter(({ isBelow }) => !isBelow)).toEqual([])
  })
})

const source = fileURLToPath(new URL('src', root))

function listFiles(room: string): string[] {
  if (room.endsWith('.ts')) return [room]
  const files = readdirSync(join(source, room), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => posix.join(room, file.replaceAll(sep, '/')))
}

/** The folder or file of src/ that a path is in. */
function roomOf(path: string): string {
  const [first = ''] = path.split('/')
  return first.replace(/\.js$/, '.ts')
}

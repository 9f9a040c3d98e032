import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const repository =
  /^https:\/\/(?:github\.com|raw\.githubusercontent\.com)\/latchkey-auth\/latchkey\/(?:blob\/)?main\//
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .map((file) => `docs/${file}`)
    // TypeDoc writes these when the site is built, whose own test checks their links.
    .filter((file) => file.endsWith('.md') && !file.startsWith('docs/reference/api/')),
]

const sections = readdirSync(`${root}docs`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['data', 'images'].includes(entry.name))
  .map(({ name }) => name)

describe('the README, which npm shows, too', () => {
  const links = linksOf(read('README.md'))

  it('has links that are absolute', () => {
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((link) => !link.startsWith('https://'))).toEqual([])
  })

  it('links to files of this repository that exist', () => {
    const own = links.filter((link) => link.includes('latchkey-auth/latchkey'))
    expect(own.length).toBeGreaterThan(10)
    expect(own.filter((link) => !isPlace(link.replace(repository, '')))).toEqual([])
  })

  it('fits on one screen', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(50)
  })

  it('starts with three commands', () => {
    const [, block = ''] = /```sh\n([^]*?)```/.exec(read('README.md')) ?? []
    const commands = block.trim().split('\n')
    expect(commands.map((line) => line.replace(/ +#.*/, ''))).toEqual([
      'npm install latchkey',
      'npx latchkey init',
      'npm run dev',
    ])
  })

  it('names the command that the continuous integration runs', () => {
    expect(read('.ci/run')).toContain('npm test')
    expect(read('README.md')).toContain('`npm test`')
  })

  it('has a picture for light and one for dark that are small', () => {
    const pictures = links.filter((link) => link.endsWith('.png'))
    expect(pictures).toHaveLength(2)
    for (const picture of pictures) {
      expect(statSync(root + picture.replace(repository, '')).size).toBeLessThan(110_000)
    }
  })
})

describe('the documentation', () => {
  it.each(pages)('%s links to places that exist', (page) => {
    const relative = linksOf(read(page)).filter((link) => !/^(?:https?|mailto):/.test(link))
    const broken = relative.filter((link) => {
      const [path = '', anchor] = link.split('#')
      return !isPlace(path ? posix.join(posix.dirname(page), path) : page, anchor)
    })
    expect(broken).toEqual([])
  })

  it.each(sections)('has an index of the section %s that names its pages', (section) => {
    const index = `docs/${section}/README.md`
    const named = linksOf(read(index)).map((link) => posix.join(posix.dirname(index), link))
    const inside = pages.filter((page) => page.startsWith(`docs/${section}/`) && page !== index)
    expect(inside.length).toBeGreaterThan(0)
    expect(inside.filter((page) => !named.includes(page))).toEqual([])
  })

  it('has an index that names every section', () => {
    const named = linksOf(read('docs/README.md'))
    expect(sections.filter((section) => !named.includes(`${section}/README.md`))).toEqual([])
    expect(pages.filter((page) => /^docs\/[^/]*$/.test(page))).toEqual(['docs/README.md'])
  })
})

function read(file: string): string {
  return readFileSync(root + file, 'utf8')
}

/** The links and pictures of a page, in Markdown and in HTML, outside of code. */
function linksOf(text: string): string[] {
  const prose = text.replaceAll(/^[ \t]*```.*?^[ \t]*```/gms, '').replaceAll(/`[^`\n]*`/g, '')
  const markdown = prose.matchAll(/\]\(([^)\s]+)\)/g)
  const named = prose.matchAll(/^\[[^\]]+\]: (\S+)/gm)
  const html = prose.matchAll(/(?:src|srcset|href)="([^"]+)"/g)
  return [...markdown, ...named, ...html].map(([, link = '']) => link)
}

function isPlace(path: string, anchor?: string): boolean {
  if (!existsSync(root + path)) return false
  if (!anchor || !path.endsWith('.md')) return true
  return anchorsOf(read(path)).includes(anchor)
}

/** The anchors that GitHub gives to headings. */
function anchorsOf(text: string): string[] {
  const headings = text.matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

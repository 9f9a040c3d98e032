import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { loadCatalogue } from './catalogue.js'
import { readFileComment } from './file-comment.js'
import { idsWithFacts, renderPage } from './render-page.js'

const catalogue = await loadCatalogue()

it.each(catalogue)('the page of $id is up to date (refresh it with `vitest -u`)', async (entry) => {
  const page = await renderPage(entry)
  await expect(page).toMatchFileSnapshot(`../../../docs/providers/${entry.id}.md`)
})

it('the folder has no page of a provider that does not exist', () => {
  const pages = readdirSync(new URL('../../../docs/providers/', import.meta.url))
  const others = ['README.md', 'auth-js-providers.md', 'email-verification.md', 'email-senders.md']
  const ids = catalogue.map(({ id }) => `${id}.md`)
  expect(pages.filter((page) => !others.includes(page) && !ids.includes(page))).toEqual([])
})

it('the facts of the docs belong to providers that exist', () => {
  const ids = catalogue.map(({ id }) => id)
  expect(idsWithFacts.filter((id) => !ids.includes(id))).toEqual([])
})

it('the comment of every file has an introduction', () => {
  const without = catalogue.filter(
    ({ source }) => !/^Users sign in (?:with|to) /.test(readFileComment(source).intro),
  )
  expect(without.map(({ id }) => id)).toEqual([])
})

it.each([
  ['google', ', and `http://localhost:5173/auth/callback/google` for development.'],
  ['github', 'register a second app with `http://localhost:5173/auth/callback/github`.'],
  ['strava', 'Register the domain of your app, such as `your.app`, without scheme and path.'],
])(
  'the page of %s says what to register for development, or that only the domain counts',
  async (id, text) => {
    expect(await pageOf(id)).toContain(text)
  },
)

it.each(['apple', 'bungie', 'slack', 'spotify', 'strava'])(
  'the page of %s does not tell to register localhost, which the service refuses or does not ask for',
  async (id) => {
    expect(await pageOf(id)).not.toContain('http://localhost:5173')
  },
)

async function pageOf(id: string): Promise<string> {
  const entry = catalogue.find((one) => one.id === id)
  return entry ? renderPage(entry) : ''
}

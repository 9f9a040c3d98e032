import { chromium, type Browser, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ensureChromium } from '../../../scripts/chromium.mjs'
import { root, runNode } from './folder.js'
import type { Served } from './serve-fetch.js'
import { readSitePages, type SitePage } from './site/site-pages.js'
import { base, serveSite } from './site/serve-site.js'

const axeScript = createRequire(join(root, 'e2e/package.json')).resolve('axe-core/axe.min.js')

/** What developers ask most, and a page that must be among the first three results. */
const searches = [
  ['guard a page', 'guide/guards'],
  ['session lifetime', 'guide/sessions'],
  ['sign in with google', 'providers/google'],
  ['reset password', 'guide/passwords'],
  ['roles', 'recipes/roles'],
  ['call an api', 'recipes/call-an-api'],
  ['own sign-in page', 'guide/pages'],
  ['playwright', 'recipes/playwright'],
  ['deploy docker', 'guide/deploying'],
  ['UntrustedHost', 'reference/errors'],
] as const

/** One page of each kind. */
const kinds = [
  '',
  'guide/',
  'guide/getting-started',
  'guide/how-a-sign-in-works',
  'recipes/roles',
  'providers/',
  'providers/github',
  'reference/configuration',
  'reference/errors',
  'reference/api/jwt',
  'internals/benchmarks',
] as const

let served: Served
let browser: Browser
let pages: readonly SitePage[]
const requested = new Set<string>()

beforeAll(async () => {
  // In a process of its own, because Vue reads NODE_ENV when it is loaded.
  const { code, output } = await runNode([join(root, 'site/build.mjs')], root)
  if (code !== 0) throw new Error(output)
  pages = readSitePages()
  served = await serveSite()
  browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  // On a busy machine, the build of the site takes minutes.
}, 900_000)
afterAll(async () => {
  await browser.close()
  served.close()
})

describe('the built site', () => {
  it('has a page for every file of docs/, and a list of them for language models', () => {
    const paths = pages.map(({ path }) => path)
    expect(paths).toContain(base)
    for (const kind of kinds) expect(paths).toContain(base + kind)
    const list = readFileSync(join(root, 'site/dist/llms.txt'), 'utf8')
    for (const path of ['guide/getting-started.md', 'providers/github.md'])
      expect(list).toContain(path)
  })

  describe('on every page', () => {
    let found: readonly FoundDocument[]
    beforeAll(async () => {
      const page = await openPage('')
      found = await page.evaluate(readDocuments, pages)
      await page.context().close()
    })

    it('has no link that leads nowhere, and no anchor that is missing', () => {
      const ids = new Map(found.map(({ path, ids: own }) => [path, new Set(own)]))
      const broken = found.flatMap(({ path, links }) =>
        links.filter((link) => !leadsSomewhere(link, path, ids)).map((link) => `${path} → ${link}`),
      )
      expect(found.flatMap(({ links }) => links).length).toBeGreaterThan(1000)
      expect(broken).toEqual([])
    })

    it('loads nothing from another host', () => {
      const foreign = found.flatMap(({ path, loads }) =>
        loads.filter((url) => /^(?:https?:)?\/\//.test(url)).map((url) => `${path} → ${url}`),
      )
      expect(foreign).toEqual([])
    })
  })

  describe('searched', () => {
    let page: Page
    beforeAll(async () => {
      page = await openPage('guide/getting-started')
    })
    // The search box keeps its text for the tab, and would show the results of the test before.
    afterEach(async () => {
      await page.keyboard.press('Escape')
      await page.locator('#localsearch-input').waitFor({ state: 'detached' })
      await page.evaluate(() => sessionStorage.clear())
    })
    afterAll(() => page.context().close())

    it.each(searches)('finds "%s" at %s, among the first three pages', async (query, path) => {
      await page.getByRole('button', { name: 'Search' }).first().click()
      const box = page.locator('#localsearch-input')
      await box.waitFor()
      expect(await box.inputValue()).toBe('')
      await box.fill(query)
      const results = page.locator('#localsearch-list a.result')
      await results.first().waitFor()
      const links = await results.evaluateAll((all) =>
        all.map((one) => one.getAttribute('href') ?? ''),
      )
      const found = [...new Set(links.map((link) => link.split('#')[0]))]
      expect(found.slice(0, 3)).toContain(base + path)
    })
  })

  it.each(kinds)(
    'has nothing that axe complains of at /%s, nor low contrast in dark',
    async (kind) => {
      const page = await openPage(kind)
      // The colour of a link fades when it becomes the current one of the outline.
      await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' })
      await page.addScriptTag({ path: axeScript })
      const light = await runAxe(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.locator('html.dark').waitFor({ state: 'attached' })
      const dark = await runAxe(page, ['color-contrast'])
      await page.context().close()
      expect({ light, dark }).toEqual({ light: [], dark: [] })
    },
  )

  it('asks no other host for anything while it is read and searched', () => {
    expect(requested.size).toBeGreaterThan(0)
    expect([...requested]).toEqual([new URL(served.origin).host])
  })
})

async function openPage(path: string): Promise<Page> {
  const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce' })
  // On a busy machine a page can take longer than Playwright's 30 seconds.
  context.setDefaultTimeout(300_000)
  context.on('request', (request) => requested.add(new URL(request.url()).host))
  const page = await context.newPage()
  await page.goto(served.origin + base + path, { waitUntil: 'networkidle' })
  // VitePress names this switch when the page becomes interactive, on a busy machine much later.
  await page.locator('.VPSwitchAppearance:not([title=""])').first().waitFor({ state: 'attached' })
  return page
}

/** What axe complains of, with its reason, so that a failure can be understood from the log alone. */
async function runAxe(page: Page, rules?: readonly string[]): Promise<string[]> {
  const violations = await page.evaluate(async (names) => {
    const options = names ? { runOnly: [...names] } : {}
    // Axe describes every element that passed, too, unless told that only violations count.
    return (await window.axe.run({ ...options, resultTypes: ['violations'] })).violations
  }, rules)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}

interface FoundDocument {
  readonly path: string
  readonly ids: readonly string[]
  readonly links: readonly string[]
  readonly loads: readonly string[]
}

/** Runs in the browser, whose parser knows what a link is. */
function readDocuments(all: readonly SitePage[]): FoundDocument[] {
  return all.map(({ path, html }) => {
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    const read = (selector: string, name: string): string[] =>
      [...parsed.querySelectorAll(selector)].map((element) => element.getAttribute(name) ?? '')
    return {
      path,
      ids: read('[id]', 'id'),
      links: read('a[href]', 'href'),
      loads: [
        ...read('script[src], img[src], iframe[src], source[src]', 'src'),
        ...read(
          'link[rel~=stylesheet], link[rel~=preload], link[rel~=modulepreload], link[rel~=icon]',
          'href',
        ),
      ],
    }
  })
}

function leadsSomewhere(
  link: string,
  from: string,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const { origin, pathname, hash } = new URL(link, `https://site.test${from}`)
  if (origin !== 'https://site.test') return true
  const own = ids.get(decodeURIComponent(pathname))
  if (!own) return pathname === `${base}llms.txt`
  return hash === '' || own.has(decodeURIComponent(hash.slice(1)))
}

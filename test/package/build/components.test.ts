import {
  chromium,
  type Browser as ChromiumBrowser,
  type BrowserContext,
  type Page as Tab,
} from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureChromium } from '../../../scripts/chromium.mjs'
import { root } from '../../../scripts/run.mjs'
import { Browser, type Page } from '../../support/browser.js'
import { patient } from '../../support/patient.js'
import { buildSite, startSite, type BuiltSite, type Running } from './built-site.js'
import { componentFiles } from './component-files.js'

const isComponent = (module: string): boolean => /^dist\/qwik2?\/ui\//.test(module)
/** All that the browser may have of the library: the hooks and the components. */
const inBrowser = /^dist\/qwik2?\/(?:index|ui\/[\w-]+)\.qwik\.mjs|^dist\/passkeys\/ceremonies\.js/

let chrome: ChromiumBrowser
beforeAll(async () => {
  const executablePath = await ensureChromium()
  const args = ['--no-sandbox', '--disable-gpu']
  chrome = await chromium.launch({ executablePath, args, ...patient })
})
afterAll(() => chrome.close())

describe.each([1, 2] as const)('the components on Qwik %s', (version) => {
  let site: BuiltSite
  let running: Running

  beforeAll(async () => {
    site = await buildSite(version, componentFiles(version))
    running = await startSite(site)
  }, 300_000)

  afterAll(() => {
    running.child.kill()
    site.remove()
  })

  const open = (): Browser => new Browser(fetch, `http://localhost:${running.port}`)

  async function openSignedIn(): Promise<Browser> {
    const browser = open()
    const page = await browser.signIn({ username: 'Ada', password: 'right' })
    expect(page.status).toBe(302)
    return browser
  }

  it('show a visitor nothing that is for users', async () => {
    const { html } = await open().fetchPage('/menu/')
    expect(html).toContain('To the sign-in')
    expect(html).not.toMatch(/For users only|Settings|data-latchkey-part/)
  })

  it('show a user the menu, and nothing that is for other visitors', async () => {
    const { html } = await (await openSignedIn()).fetchPage('/menu/')
    expect(html).toContain('For users only')
    expect(html).not.toContain('To the sign-in')
    expect(textsOf(html)).toMatchObject({
      'user-button-name': 'Ada',
      'user-button-email': 'ada@example.com',
      'user-button-account': 'Your account',
      'user-button-sign-out': 'Sign out',
    })
    expect(html).toMatch(/<details\b[^>]* class="menu"/)
    expect(html).toMatch(/<img\b[^>]* src="https:\/\/pictures\.test\/ada\.png"/)
    expect(html).toContain('Settings')
  })

  it('sign the user out without JavaScript', async () => {
    const browser = await openSignedIn()
    const menu = await browser.fetchPage('/menu/')
    const answer = await browser.postForm(menu)
    expect(answer.status).toBe(302)
    expect(answer.response.headers.get('location')).toMatch(/\/menu\/$/)
    expect((await browser.fetchPage('/menu/')).html).toContain('To the sign-in')
  })

  it('offer services first, then the form, and keep the requested page', async () => {
    const browser = open()
    const page = await browser.fetchPage('/login/')
    expect(page.html).toMatch(/<div\b[^>]* lang="en"/)
    expect(page.html).toMatch(/Sign in with Acme<[^]*User name<[^]*Create an account/)
    expect(page.html).not.toMatch(/role="alert"|canary/)
    const [service, form] = page.forms
    expect(service?.hidden).toEqual({ providerId: 'acme', redirectTo: '/menu/' })
    expect(form?.hidden).toEqual({ providerId: 'credentials', redirectTo: '/menu/' })
    expect(form?.fields).toEqual(['username', 'password'])
    const { forms } = await browser.fetchPage('/login/?callbackUrl=/plain/')
    const targets = forms.map(({ hidden }) => hidden['redirectTo'])
    // The form for a passkey is sent by its script only.
    expect(targets).toEqual([`${browser.origin}/plain/`, `${browser.origin}/plain/`, undefined])
  })

  it('sign a user in without JavaScript', async () => {
    const browser = open()
    const login = await browser.fetchPage('/login/')
    const right = { username: 'Ada', password: 'right' }
    const answer = await browser.postForm(login, right, { form: 1 })
    expect(answer.status).toBe(302)
    expect(answer.response.headers.get('location')).toMatch(/\/menu\/$/)
    expect((await browser.fetchPage('/menu/')).html).toContain('For users only')
  })

  it('keep the name after a wrong password, and focus the password', async () => {
    const browser = open()
    const login = await browser.fetchPage('/login/?callbackUrl=/plain/')
    const wrong = { username: 'Ada <b>', password: 'canary-password' }
    const { html, forms, status } = await browser.postForm(login, wrong, { form: 1 })
    expect(status).toBe(401)
    expect(html).toMatch(/role="alert"[^>]*>[^<]+</)
    expect(tagOf(html, 'name="username"')).toMatch(/ value="Ada (?:&lt;|<)b(?:&gt;|>)"/)
    expect(tagOf(html, 'name="username"')).not.toMatch(/autofocus/i)
    expect(tagOf(html, 'name="password"')).toMatch(/ autofocus/i)
    expect(tagOf(html, 'name="password"')).toContain('aria-describedby="latchkey-sign-in-problems"')
    expect(html).not.toContain('canary-password')
    expect(forms[1]?.hidden['redirectTo']).toBe(`${browser.origin}/plain/`)
  })

  it('explain an error in the query in words of the library', async () => {
    const { html } = await open().fetchPage('/login/?error=AccessDenied&code=canary')
    expect(html).toMatch(/role="alert"[^>]*>[^<]+</)
    expect(html.replace(/<script[^]*/, '')).not.toContain('canary')
  })

  it('show the account page to its user only', async () => {
    const { html } = await (await openSignedIn()).fetchPage('/me/')
    const sections = [...html.matchAll(/data-latchkey-section="(\w+)"/g)].map(([, name]) => name)
    expect(sections).toEqual([
      'profile',
      'address',
      'accounts',
      'passkeys',
      'sessions',
      'activity',
      'data',
    ])
    expect(tagOf(html, 'name="name"')).toContain('value="Ada"')
    expect(html).toContain('Disconnect Acme')
    expect(html).toMatch(
      /data-latchkey-part="account-activity"[^]*Signed in[^]*<time[^>]* datetime="20/i,
    )
    expect(html).toMatch(/<a\b[^>]* href="\/auth\/delete-account"/)
    expect(html).not.toContain('account-problem')
    const visitor = await open().fetchPage('/me/', { follow: false })
    expect(visitor.response.headers.get('location')).toContain('/auth/signin')
  })

  it('say on the account page why a form was refused', async () => {
    const { html } = await (await openSignedIn()).fetchPage('/me/?error=LastSignInMethod')
    expect(html).toMatch(
      /role="alert"[^>]*data-latchkey-part="account-problem"[^]*Your last way to sign in[^]*Add another way/,
    )
  })

  it('change the name, and end other sessions, without JavaScript', async () => {
    const [browser, other] = [await openSignedIn(), await openSignedIn()]
    const me = await browser.fetchPage('/me/')
    const form = (action: string, field?: string): number =>
      me.forms.findIndex((one) => one.action.endsWith(action) && (!field || field in one.hidden))
    const renamed = await browser.postForm(
      me,
      { name: 'Countess' },
      { form: form('/update-profile') },
    )
    expect(renamed.status).toBe(302)
    expect(renamed.response.headers.get('location')).toMatch(/\/me\/$/)
    expect(tagOf((await browser.fetchPage('/me/')).html, 'name="name"')).toContain(
      'value="Countess"',
    )
    await browser.postForm(me, { name: 'Ada' }, { form: form('/update-profile') })
    expect(await other.session()).not.toBeNull()
    await browser.postForm(me, {}, { form: form('/end-session', 'others') })
    expect(await other.session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
  })

  it('change the picture to that of an account, and to no other, without JavaScript', async () => {
    const browser = await openSignedIn()
    const me = await browser.fetchPage('/me/')
    expect(tagOf(me.html, 'value="current"')).toMatch(/ checked/)
    expect(tagOf(me.html, 'src="https://pictures.test/work.png"')).toMatch(/referrerpolicy/i)
    const form = formTo(me, '/update-profile')
    const stranger = await browser.postForm(me, { picture: 'https://evil.test/x.png' }, { form })
    expect(stranger.status).toBe(400)
    const posted = await browser.postForm(me, { picture: 'acme:key-1' }, { form })
    expect(posted.response.headers.get('location')).toMatch(/\/me\/$/)
    const changed = await browser.fetchPage('/me/')
    expect(tagOf(changed.html, 'value="acme:key-1"')).toMatch(/ checked/)
    expect(changed.html).toContain('Profile changed')
    expect((await browser.session())?.user?.image).toBe('https://pictures.test/work.png')
  })

  it('rename a passkey without JavaScript', async () => {
    const browser = await openSignedIn()
    const me = await browser.fetchPage('/me/')
    const form = formTo(me, '/rename-passkey')
    const posted = await browser.postForm(me, { name: 'Laptop' }, { form })
    expect(posted.response.headers.get('location')).toMatch(/\/me\/$/)
    expect((await browser.fetchPage('/me/')).html).toMatch(/Rename Laptop[^]*Remove Laptop/)
  })

  it('bring nothing of the engine to the browser', () => {
    const modules = readModules(site)
    expect(modules.filter(isComponent)).not.toEqual([])
    expect(modules.filter((module) => !inBrowser.test(module))).toEqual([])
  })

  it('load at most one kB more before the first interaction than a page without them', async () => {
    const { cookies, origin } = await openSignedIn()
    const measure = (path: string): Promise<number> =>
      withContext(async (context) => {
        await addCookies(context, cookies, origin)
        return measureScripts(context, origin + path)
      })
    const [plain, menu] = await Promise.all([measure('/plain/'), measure('/menu/')])
    // oxlint-disable-next-line no-console -- the figure is a result of the run
    console.log(`Qwik ${version}, scripts before interaction, gzipped:`, { plain, menu })
    expect(plain).toBeGreaterThan(0)
    expect(menu - plain).toBeLessThan(1024)
  })

  it('have a hidden button for passkeys and their autofill, without JavaScript', async () => {
    const login = await open().fetchPage('/login/')
    expect(tagOf(login.html, 'data-latchkey-part="passkey-form"')).toMatch(/<form\b[^>]* hidden/)
    expect(tagOf(login.html, 'name="username"')).toContain('autocomplete="username webauthn"')
    expect(tagOf(login.html, 'name="password"')).not.toContain('webauthn')
    const me = await (await openSignedIn()).fetchPage('/me/')
    expect(tagOf(me.html, 'data-latchkey-part="passkey-form"')).toMatch(/<form\b[^>]* hidden/)
  })

  it('add a passkey, and sign in with it by the autofill and by the button', async () => {
    const { cookies, origin } = await openSignedIn()
    await withContext(async (context) => {
      await addCookies(context, cookies, origin)
      const page = await context.newPage()
      const authenticator = await plugIn(page)
      await page.goto(`${origin}/me/`)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await expectCount(page, '[data-latchkey-part="account-passkey"]', 2)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await expectAlert(page, 'This device already has a passkey for your account.')

      await context.clearCookies()
      await page.goto(`${origin}/login/?callbackUrl=/menu/`)
      await page.getByText('For users only').waitFor()

      await context.clearCookies()
      await page.addInitScript(withoutAutofill)
      await authenticator.setVerified(false)
      await page.goto(`${origin}/login/?callbackUrl=/menu/`)
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await expectAlert(page, 'No passkey was used.')
      await authenticator.setVerified(true)
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await page.getByText('For users only').waitFor()
    })
  })

  it('load the code of passkeys for the autofill or for a ceremony only', async () => {
    const { origin } = open()
    const load = (...scripts: readonly string[]): ReturnType<typeof loadLogin> =>
      withContext(async (context) => {
        for (const script of scripts) await context.addInitScript(script)
        return loadLogin(await context.newPage(), origin)
      })
    const [withIt, without] = await Promise.all([load(), load(withoutAutofill)])
    // oxlint-disable-next-line no-console -- the figures are a result of the run
    console.log(`Qwik ${version}, scripts of the sign-in page, gzipped:`, {
      autofill: withIt.bytes,
      noAutofill: without.bytes,
    })
    expect(withIt.hasCeremonies).toBe(true)
    expect(without.hasCeremonies).toBe(false)
  })

  // The last test, because it moves the clock of the server.
  it('ask a user with an old session to confirm before a new passkey', async () => {
    const { cookies, origin } = await openSignedIn()
    await fetch(`${origin}/later/`)
    await withContext(async (context) => {
      await addCookies(context, cookies, origin)
      const page = await context.newPage()
      await plugIn(page)
      await page.goto(`${origin}/me/`)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.waitForURL((url) => url.pathname === '/auth/confirm')
      expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${origin}/me/`)
    })
  })
})

it('the code of passkeys for the components needs no other package', () => {
  const code = readFileSync(join(root, 'dist/passkeys/ceremonies.js'), 'utf8')
  expect(code).toContain('webauthn-options')
  expect(code).not.toMatch(/\bimport\b\s*(?:["'({*]|\w+ from)/)
})

describe.each([1, 2] as const)('an app on Qwik %s that imports no component', (version) => {
  it('has no byte of them in its files', async () => {
    const {
      'src/routes/menu/index.tsx': _menu,
      'src/routes/login/index.tsx': _login,
      'src/routes/me/index.tsx': _me,
      ...files
    } = componentFiles(version)
    const site = await buildSite(version, files)
    const modules = readModules(site)
    site.remove()
    expect(modules).not.toEqual([])
    expect(modules.filter(isComponent)).toEqual([])
  }, 300_000)
})

/** Gives a visit a context of its own, in the browser that all tests of the file share. */
async function withContext<Result>(
  use: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await chrome.newContext()
  try {
    context.setDefaultTimeout(patient.timeout)
    await context.route('https://pictures.test/**', (route) => route.abort())
    return await use(context)
  } finally {
    await context.close()
  }
}

async function addCookies(
  context: BrowserContext,
  cookies: Browser['cookies'],
  origin: string,
): Promise<void> {
  await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: origin })))
}

/** Gives a tab a device that knows its owner. */
async function plugIn(
  page: Tab,
): Promise<{ readonly setVerified: (isUserVerified: boolean) => Promise<void> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async setVerified(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}

/** As in a browser without autofill for passkeys. */
const withoutAutofill = 'PublicKeyCredential.isConditionalMediationAvailable = async () => false'

async function expectAlert(page: Tab, text: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: text }).waitFor()
}

async function expectCount(page: Tab, selector: string, count: number): Promise<void> {
  await page
    .locator(selector)
    .nth(count - 1)
    .waitFor()
  expect(await page.locator(selector).count()).toBe(count)
}

/** Opens the sign-in page until its button for passkeys appears. */
async function loadLogin(
  page: Tab,
  origin: string,
): Promise<{ readonly bytes: number; readonly hasCeremonies: boolean }> {
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.body())
  })
  await page.goto(`${origin}/login/`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
  await page.waitForTimeout(3000)
  const bodies = await Promise.all(scripts)
  await page.close()
  return {
    bytes: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0),
    hasCeremonies: bodies.some((body) => body.includes('webauthn-options')),
  }
}

function readModules({ path }: BuiltSite): readonly string[] {
  return JSON.parse(readFileSync(join(path, 'modules.json'), 'utf8')) as readonly string[]
}

/** The place of the form that posts to a route. */
function formTo({ forms }: Page, route: string): number {
  return forms.findIndex(({ action }) => action.endsWith(route))
}

/** The tag that contains an attribute. */
function tagOf(html: string, attribute: string): string | undefined {
  return html.match(/<[a-z](?:"[^"]*"|[^">])*>/g)?.find((tag) => tag.includes(attribute))
}

/** The bytes of the scripts that a browser loads for a page, each of them gzipped. */
async function measureScripts(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.body())
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  // Qwik preloads when the browser is idle, two seconds after the page has loaded at the latest.
  for (let seen = -1; seen < scripts.length;) {
    seen = scripts.length
    await page.waitForTimeout(3000)
  }
  expect(await page.getByText('Ada', { exact: true }).count()).toBe(1)
  const bodies = await Promise.all(scripts)
  await page.close()
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
}

/** The text of each part without elements inside, by the name of the part. */
function textsOf(html: string): Readonly<Record<string, string>> {
  const parts = html.matchAll(/<[^>]* data-latchkey-part="([\w-]+)"[^>]*>([^<]*)/g)
  return Object.fromEntries([...parts].map(([, name = '', text = '']) => [name, text]))
}

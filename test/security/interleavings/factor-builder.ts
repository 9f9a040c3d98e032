import { stepAt, totpCode } from '../../../src/factors/totp.js'
import { decodeBase32 } from '../../../src/testing/attack/authenticator.js'
import type { Browser } from '../../support/browser.js'
import {
  address,
  oldPassword,
  origin,
  passwordAccount,
  sessionCookie,
  type Device,
  type FactorParts,
  type FactorSetUp,
  type Visit,
} from './starting-states.js'
import type { Tables } from './tables.js'

/** The devices of a user with second factors, and what the flows need. */
interface Built {
  readonly laptop: Device
  readonly phone: Device
  readonly parts: FactorParts
}

/** What a browser does at the services. */
interface ProviderVisits {
  readonly signInAtHub: (browser: Browser) => Promise<void>
  /** Confirms the identity of the user, who is mailed a code instead, and returns the code. */
  readonly confirmAtIdp: (browser: Browser) => Promise<string>
}

/** Two sign-ins by a code, two by a recovery code. */
const pendingSignIns = 4

/** The parts of a user who has no second factor yet. */
const noFactors = {
  appId: '',
  code: '',
  recoveryCodes: [],
  pending: [],
  pendingAtHub: '',
  device: '',
  mailedCode: undefined,
}

/** Builds what there is of second factors before a schedule begins, through the front door. */
export class FactorBuilder {
  readonly #open: (cookie?: string) => Browser
  readonly #tables: Tables
  readonly #time: { now: number }
  readonly #visits: ProviderVisits

  constructor(
    open: (cookie?: string) => Browser,
    { tables, time }: { readonly tables: Tables; readonly time: { now: number } },
    visits: ProviderVisits,
  ) {
    this.#open = open
    this.#visits = visits
    this.#tables = tables
    this.#time = time
  }

  /** The user has no second factor, and is about to set up the first one. */
  async offer(laptop: Device, phone: Device): Promise<Built> {
    this.#reachNextStep()
    const setUps = [await this.#beginSetUp(laptop), await this.#beginSetUp(phone)]
    return { laptop, phone, parts: { state: 'offered', ...noFactors, setUps, mailedSetUps: [] } }
  }

  /**
   * The user has no second factor either, and has asked for a code on the laptop. It was mailed because
   * the provider does not say when the user signed in.
   */
  async mailCode(former: Device, phone: Device): Promise<Built> {
    const { laptop, parts } = await this.offer(former, phone)
    const browser = this.#open(laptop.cookie)
    const code = await this.#visits.confirmAtIdp(browser)
    const mailedCode = { cookie: headerOf(browser), code }
    return { laptop, phone, parts: { ...parts, state: 'mailed', mailedCode } }
  }

  /** The user has no second factor, and is about to set up the first one in one of two sign-ins. */
  async require(laptop: Device, phone: Device, mail: () => Promise<Visit>): Promise<Built> {
    this.#reachNextStep()
    const setUps: FactorSetUp[] = []
    while (setUps.length < 2) setUps.push(await this.#readSetUp(await this.#beginSignIn()))
    const mailedSetUps: FactorSetUp[] = []
    while (mailedSetUps.length < 2) {
      const browser = this.#open()
      const { url, body = '' } = await mail()
      await browser.fetch(url, { method: 'POST', body: new URLSearchParams(body) })
      mailedSetUps.push(await this.#readSetUp(browser))
    }
    return { laptop, phone, parts: { state: 'required', ...noFactors, setUps, mailedSetUps } }
  }

  /** The user has an authenticator app, and has proven it on both devices. */
  async enrol(former: Device): Promise<Built> {
    this.#reachNextStep()
    const { browser, key } = await this.#openSetUp(former)
    const shown = await this.#post(browser, 'add-factor', { code: await this.#codeOf(key) })
    const recoveryCodes = shown.match(/\b(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}\b/g) ?? []
    const laptop = this.#deviceOf(browser, former.account)
    this.#reachNextStep()
    const phone = await this.#signIn({ recoveryCode: recoveryCodes[9] ?? '' })
    const remembered = await this.#signIn({
      recoveryCode: recoveryCodes[8] ?? '',
      rememberDevice: 'on',
    })
    await remembered.browser.fetch('/auth/signout', { method: 'POST', body: '' })
    const pending: string[] = []
    while (pending.length < pendingSignIns) pending.push(headerOf(await this.#beginSignIn()))
    const atHub = this.#open()
    await this.#visits.signInAtHub(atHub)
    const setUps = [await this.#beginSetUp(laptop), await this.#beginSetUp(phone.device)]
    const appId = this.#tables.rows.factors.find(({ type }) => type === 'totp')?.id ?? ''
    const device = remembered.browser.cookies.filter(({ name }) => name.includes('-device-'))
    const parts: FactorParts = {
      state: 'enrolled',
      appId,
      code: await this.#codeOf(key),
      recoveryCodes,
      pending,
      pendingAtHub: headerOf(atHub),
      device: device.map(({ name, value }) => `${name}=${value}`).join('; '),
      setUps,
      mailedSetUps: [],
      mailedCode: undefined,
    }
    return { laptop, phone: phone.device, parts }
  }

  /** The next code was not used yet, and stays the same during a schedule. */
  #reachNextStep(): void {
    const step = stepAt(this.#time.now / 1000)
    this.#time.now = (step + 2) * 30_000 + 5000
  }

  #codeOf(key: string): Promise<string> {
    return totpCode(decodeBase32(key), stepAt(this.#time.now / 1000))
  }

  async #openSetUp({
    cookie,
  }: Device): Promise<{ readonly browser: Browser; readonly key: string }> {
    const browser = this.#open(cookie)
    return { browser, key: await readKey(browser) }
  }

  async #beginSetUp({ cookie }: Device): Promise<FactorSetUp> {
    return this.#readSetUp(this.#open(cookie))
  }

  async #readSetUp(browser: Browser): Promise<FactorSetUp> {
    const code = await this.#codeOf(await readKey(browser))
    return { cookie: headerOf(browser), code }
  }

  async #beginSignIn(): Promise<Browser> {
    const browser = this.#open()
    await this.#post(browser, 'callback/password', { email: address, password: oldPassword })
    return browser
  }

  async #signIn(
    fields: Readonly<Record<string, string>>,
  ): Promise<{ readonly browser: Browser; readonly device: Device }> {
    const browser = await this.#beginSignIn()
    await this.#post(browser, 'second-factor', fields)
    return { browser, device: this.#deviceOf(browser, passwordAccount) }
  }

  async #post(
    browser: Browser,
    route: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<string> {
    const body = new URLSearchParams(fields)
    return (await browser.fetch(`/auth/${route}`, { method: 'POST', body })).text()
  }

  #deviceOf(browser: Browser, account: string): Device {
    // A row without a provider is the mark of a revocation.
    const token = this.#tables.rows.sessions.findLast(({ provider }) => provider)?.sessionToken
    const value = browser.cookie(sessionCookie)
    if (token === undefined || value === undefined) throw new Error('There is no session.')
    return { token, cookie: `${sessionCookie}=${value}`, account }
  }
}

/** Reads the secret that the page offers. */
async function readKey(browser: Browser): Promise<string> {
  const { html, url } = await browser.fetchPage('/auth/add-factor')
  const [, key] = /secret=([A-Z2-7]+)/.exec(html) ?? []
  if (key === undefined) throw new Error(`There is no authenticator app to set up at ${url}.`)
  return key
}

function headerOf(browser: Browser): string {
  return browser.cookieHeader(new URL(origin))
}

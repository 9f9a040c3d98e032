import type { AuthConfig } from '../../../src/core.js'
import type { SessionStrategy } from '../../../src/model/options.js'
import type { PasswordUserConfig } from '../../../src/providers/password.js'
import { Browser } from '../../support/browser.js'
import { encodeJson, type Claims } from '../../support/oauth/fake-keys.js'
import { kinds, scheduledAdapter, type KindName } from './adapters.js'
import { configOf, type AppParts } from './app.js'
import { publicKeyOf } from '../../../src/session/session-token.js'
import type { EngineProcess } from './process.js'
import { FactorBuilder } from './factor-builder.js'
import type { GraceState, PasswordState } from './flow-names.js'
import { secondsLeft } from './grace-flows.js'
import { Scheduler } from './scheduler.js'
import { onlineOnly, Services } from './service.js'
import { noRows, type Rows, type Tables } from './tables.js'

export type Person = 'Ada' | 'Eve'

/**
 * What there is before a schedule begins.
 *
 * - `settled`: the user is Ada's, and her address is proven.
 * - `planted`: Eve signed up with Ada's address, which is not proven.
 * - `empty`: there is no user yet.
 */
export type StartingStateName = 'settled' | 'planted' | 'empty'

/** A request that is ready to be sent, any number of times. */
export interface Visit {
  readonly url: string
  readonly cookie: string
  readonly body?: string | undefined
  readonly type?: 'application/json' | 'application/x-www-form-urlencoded' | undefined
}

/** A session that is there from the beginning. */
export interface Device {
  readonly cookie: string
  /** The key of its row. */
  readonly token: string
  readonly account: string
}

/** A starting state, with everything that its flows need. */
export interface StartingState {
  readonly name: StartingStateName
  readonly kind: KindName
  readonly strategy: SessionStrategy
  readonly services: Services
  readonly rows: Rows
  readonly clock: number
  /** Who has the user, and under which subject at both services. */
  readonly accountOwner: Person
  readonly subject: string
  /** Signed in at `idp`, within its session `sid-1`; and signed in at `hub`. */
  readonly laptop: Device
  readonly phone: Device
  /** The id of the laptop's session in the list of the user's sessions. */
  readonly laptopId: string
  /** Comes back from `hub` as a subject there; `from` links the account to that device's user. */
  attempt(subject: string, from?: Device): Visit
  /** Comes back from `hub`, which gives no refresh token. */
  attemptOnline(subject: string): Visit
  /** Two requests: the first, and the one of a second try. */
  readonly mail: readonly [Visit, Visit]
  readonly passkey: readonly [Visit, Visit]
  readonly logout: Visit
  /** Two mails with which Ada can choose a password. Undefined if the app has no passwords. */
  readonly passwordLinks: readonly PasswordLink[] | undefined
  readonly passwordState: PasswordState
  /** Mails with which Ada and Eve sign up, each with her own address. */
  readonly nameLinks: readonly PasswordLink[] | undefined
  /** The form that a sign-in with the right password leads to. */
  readonly heldForm: Visit | undefined
  /** Forms behind mails about Ada's address. Undefined except in the settled starting state with passwords. */
  readonly addressForms: AddressForms | undefined
  readonly graceState: GraceState
  /** The cookies of two sign-ins that wait for the decision to keep the account. */
  readonly heldSignIns: readonly string[] | undefined
  /** Undefined if the app has no second factors. */
  readonly factors: FactorParts | undefined
}

/** Forms that each use up a link. */
export interface AddressForms {
  /** Confirms {@link nextAddress} on the laptop. */
  readonly change: Visit
  /** Restores {@link formerAddress}, which was replaced before the schedule begins. */
  readonly undo: Visit
}

/** A browser that has opened the link in a mail about a password. */
export interface PasswordLink {
  readonly email: string
  /** The form behind the link counts only with the cookie that opening the link sets. */
  readonly cookie: string
  /** What the form says before it is filled in. */
  readonly body?: string | undefined
}

/**
 * Whether an app has second factors, and whether the user has set one up. `required`: the user has
 * none, and every sign-in must set one up. `mailed`: the user has none, and no password either, and has
 * got a code by mail to confirm the session of the laptop.
 */
export type FactorState = 'none' | 'offered' | 'required' | 'mailed' | 'enrolled'

/** A set-up that waits for its first code. */
export interface FactorSetUp {
  readonly cookie: string
  readonly code: string
}

/** A code that was mailed, and the cookie of the browser that asked for it. */
export interface MailedCode {
  readonly cookie: string
  readonly code: string
}

/** What the flows of second factors need to begin. */
export interface FactorParts {
  readonly state: Exclude<FactorState, 'none'>
  /** The id of the authenticator app. */
  readonly appId: string
  /** A code of the app that was not used yet. */
  readonly code: string
  readonly recoveryCodes: readonly string[]
  /** The cookies of sign-ins that wait for a second factor. */
  readonly pending: readonly string[]
  /** The cookie of a sign-in at `hub` that waits for a second factor, with its tokens. */
  readonly pendingAtHub: string
  /** The cookie of a remembered browser. */
  readonly device: string
  /** Set-ups that wait for their first code, on the laptop and on the phone, or in two sign-ins. */
  readonly setUps: readonly FactorSetUp[]
  /** Set-ups in two sign-ins by mail. Empty unless a second factor is required. */
  readonly mailedSetUps: readonly FactorSetUp[]
  /** Undefined unless the user is about to confirm the session of the laptop by it. */
  readonly mailedCode: MailedCode | undefined
}

export const address = 'ada@example.test'
/** The address that the user had before, in the settled starting state with passwords. */
export const formerAddress = 'former@example.test'
export const eveAddress = 'eve@example.test'
export const nextAddress = 'next@example.test'
export const userId = 'the-user'
export const passwordAccount: string = `password:${userId}`
/** The password that the user has when a schedule begins. */
export const oldPassword = 'tide lantern gravel'
/** Written the same in both alphabets of base64. */
export const credential = 'credential000001'
export const passkeyAccount: string = `passkey:${credential}`
export const origin = 'https://app.test'
export const formType = 'application/x-www-form-urlencoded' as const
export const sessionCookie = '__Host-authjs.session-token'

/** What an app of a schedule has, and what its user has done before. */
interface AppStates {
  readonly hasPasswords: boolean
  readonly factorState: FactorState
  readonly passwordState: PasswordState
  readonly graceState: GraceState
}

/** Builds a starting state through the public interface, with an engine of its own. */
export async function makeStartingState(
  load: (scheduler: Scheduler, name: string) => EngineProcess,
  name: StartingStateName,
  kind: KindName,
  strategy: SessionStrategy,
  {
    hasPasswords = false,
    factorState = 'none',
    passwordState = 'plain',
    graceState = 'none',
  }: Partial<AppStates> = {},
): Promise<StartingState> {
  const scheduler = new Scheduler(Date.now())
  const services = await Services.open()
  const process = load(scheduler, 'setup')
  const tables: Tables = { rows: noRows, isKeyed: true }
  // What the adapter refuses later works while the starting state is built.
  const { lacks = [], isOneStep = false } = kinds[kind]
  const hasFactors = factorState !== 'none'
  const adapter = scheduledAdapter(
    scheduler,
    tables,
    { lacks, isOneStep },
    { hasFactors: hasFactors || graceState !== 'none' },
  )
  const mails: string[] = []
  const codes: string[] = []
  // The sessions that are there from the beginning are older than the rule.
  const rule = { isRequired: false }
  const config = openConfig(process, {
    ...(factorState === 'required' && { isFactorRequired: () => rule.isRequired }),
    adapter,
    strategy,
    fetch: services.fetchIn(scheduler),
    tell: () => undefined,
    post: (url, code) => {
      mails.push(url)
      if (code !== undefined) codes.push(code)
    },
    hasPasswords,
    hasFactors,
    passwordState,
    graceState,
  })
  const states = { hasPasswords, factorState, passwordState, graceState }
  const parts = { process, config, services, tables, mails, codes, rule, ...states }
  const builder = new Builder({ ...parts, time: scheduler.time })
  return scheduler.runFreely(process, 'setup', async () => {
    const built = await builder.build(name)
    const { rows } = tables
    const clock = scheduler.time.now
    return { ...built, name, kind, strategy, services, rows, clock, passwordState, graceState }
  })
}

/**
 * The config of a process, which remembers nothing of other processes and schedules: neither the queue for
 * hashing nor what was used once.
 */
export function openConfig(
  { engine, Passkey, Password, authenticatorApp, accountPage }: EngineProcess,
  {
    hasPasswords,
    hasFactors,
    passwordState,
    graceState,
    runtime = engine.createRuntime(),
    ...parts
  }: AppParts & {
    /** Shared by all configs of a process. */
    readonly runtime?: ReturnType<typeof engine.createRuntime>
    readonly hasPasswords: boolean
    readonly hasFactors: boolean
    readonly passwordState: PasswordState
    readonly graceState: GraceState
  },
): AuthConfig {
  const account = graceState === 'none' ? undefined : accountPage({ graceDays: 1 })
  if (!hasPasswords) return engine.withRuntime(configOf({ ...parts, account, Passkey }), runtime)
  const passwordOptions = passwordOptionsFor[passwordState]
  const factors = hasFactors && { authenticatorApp }
  const providers = { Passkey, Password, passwordOptions }
  const config = configOf({ ...parts, account, ...providers, ...factors })
  return engine.withRuntime(config, runtime)
}

const passwordOptionsFor: Partial<Record<PasswordState, PasswordUserConfig>> = {
  'at once': { requireVerifiedEmail: false },
  names: { identifier: 'either' },
}

interface BuilderParts {
  readonly process: EngineProcess
  readonly config: AuthConfig
  readonly services: Services
  readonly tables: Tables
  readonly mails: string[]
  /** The codes in the mails. */
  readonly codes: readonly string[]
  readonly hasPasswords: boolean
  readonly factorState: FactorState
  /** Whether every sign-in needs a second factor by now. */
  readonly rule: { isRequired: boolean }
  readonly passwordState: PasswordState
  readonly graceState: GraceState
  readonly time: { now: number }
}

class Builder {
  readonly #parts: BuilderParts
  readonly #attempts = new Map<string, Visit[]>()

  constructor(parts: BuilderParts) {
    this.#parts = parts
  }

  async build(name: StartingStateName) {
    const { tables, hasPasswords, passwordState, factorState, graceState } = this.#parts
    const accountOwner: Person = name === 'settled' ? 'Ada' : 'Eve'
    const subject = accountOwner.toLowerCase()
    if (name !== 'empty') tables.rows = { ...tables.rows, ...this.#userOf(subject, accountOwner) }
    const lacksPassword = factorState === 'mailed' || passwordState === 'no password'
    const hasPassword = hasPasswords && !lacksPassword
    if (name !== 'empty' && hasPassword) await this.#setPassword()
    const first = name === 'empty' ? nowhere : await this.#enter('idp', subject)
    const second = name === 'empty' ? nowhere : await this.#enter('hub', subject)
    this.#expireTokens()
    const isPlain = passwordState === 'plain' && factorState !== 'enrolled'
    // After a change of the address, the account cannot be deleted until the undo has ended.
    const hasForms = name === 'settled' && hasPasswords && isPlain && graceState === 'none'
    const addressForms = hasForms ? await this.#changeAddress(first) : undefined
    const factors = await this.#factors(first, second)
    const { laptop, phone } = factors ?? this.#devices(first, second)
    for (const one of ['ada', 'eve']) await this.#prepare(name, one)
    if (name !== 'empty') {
      await this.#prepare(name, `${subject}-2`, phone)
      await this.#prepare(name, `${subject}-2`, laptop)
      await this.#prepare(name, subject, onlineOnly)
    }
    const heldSignIns = await this.#askForDeletion(phone)
    return {
      accountOwner,
      subject,
      laptop,
      phone,
      laptopId: await publicKeyOf(laptop.token),
      factors: factors?.parts,
      attempt: (whose: string, from?: Device) => this.#nextAttempt(whose, from?.token),
      attemptOnline: (whose: string) => this.#nextAttempt(whose, onlineOnly),
      mail: await twice(() => this.#mail()),
      passkey: await twice(() => this.#passkey(name === 'empty' ? undefined : phone)),
      logout: await this.#logout(),
      passwordLinks: hasPasswords
        ? [await askForLink(this.#parts, name), await askForLink(this.#parts, name)]
        : undefined,
      nameLinks:
        passwordState === 'names'
          ? [await askForLink(this.#parts, name), await askForLink(this.#parts, name, eveAddress)]
          : undefined,
      heldForm: await this.#hold(),
      addressForms,
      heldSignIns,
    }
  }

  /** A user with one way has no other account than a passkey, which both sessions were begun with. */
  #devices(laptop: Device, phone: Device): { readonly laptop: Device; readonly phone: Device } {
    const { tables, passwordState } = this.#parts
    if (passwordState !== 'one way') return { laptop, phone }
    const keys = { userId, provider: 'passkey', providerAccountId: credential }
    tables.rows = {
      ...tables.rows,
      accounts: [{ ...keys, type: 'webauthn' }],
      authenticators: [
        {
          userId,
          credentialID: credential,
          providerAccountId: credential,
          credentialPublicKey: 'AA',
          counter: 0,
          credentialDeviceType: 'singleDevice',
          credentialBackedUp: false,
        },
      ],
    }
    const account = passkeyAccount
    return { laptop: { ...laptop, account }, phone: { ...phone, account } }
  }

  /** Enters the right password, and returns the form that this leads to. */
  async #hold(): Promise<Visit | undefined> {
    const { passwordState, process, config } = this.#parts
    if (passwordState !== 'must change' && passwordState !== 'unproven') return undefined
    const later: Promise<unknown>[] = []
    const waitUntil = (work: Promise<unknown>): void => void later.push(work)
    const send = (request: Request) => process.engine.Auth(request, config, { waitUntil })
    const browser = new Browser(send, origin)
    const body = new URLSearchParams({ email: address, password: oldPassword })
    await browser.fetch('/auth/callback/password', { method: 'POST', body })
    await Promise.all(later)
    if (passwordState === 'unproven') await browser.fetch(this.#lastLink())
    const route = passwordState === 'unproven' ? 'verify-email' : 'reset-password'
    return formShown(browser, route)
  }

  /** Asks for the deletion, whose date is near, and signs in twice without a decision. */
  async #askForDeletion(phone: Device): Promise<readonly string[] | undefined> {
    const { tables, time, graceState } = this.#parts
    if (graceState !== 'asked') return undefined
    const body = new URLSearchParams({ email: address })
    const send = this.#browser(phone.cookie)
    await send.fetch('/auth/delete-account', { method: 'POST', body })
    // The sign-ins must begin after the sessions ended.
    time.now += 1000
    const lastUsedAt = new Date(time.now + secondsLeft * 1000)
    const factors = tables.rows.factors.map((row) => ({ ...row, lastUsedAt }))
    if (factors.length !== 1) throw new Error('The deletion was not recorded.')
    tables.rows = { ...tables.rows, factors }
    const held: string[] = []
    while (held.length < 2) {
      const browser = this.#browser()
      await browser.send(await this.#start(browser, 'hub', { sub: 'ada', email: address }))
      held.push(browser.cookieHeader(new URL(origin)))
    }
    return held
  }

  /** Changes the address once, and asks for another one. */
  async #changeAddress(laptop: Device): Promise<AddressForms> {
    const { tables } = this.#parts
    const change = (patch: object): void => {
      tables.rows = {
        ...tables.rows,
        users: tables.rows.users.map((row) => Object.assign({}, row, patch)),
      }
    }
    change({ email: formerAddress })
    await this.#send(await this.#askForAddress(address, laptop))
    const undo = await this.#openLink(this.#lastLink())
    // As in the other starting states, the proof is old.
    change({ emailVerified: new Date(0) })
    return { undo, change: await this.#askForAddress(nextAddress, laptop) }
  }

  async #askForAddress(email: string, laptop: Device): Promise<Visit> {
    const body = String(new URLSearchParams({ email, currentPassword: oldPassword }))
    const { cookie } = laptop
    await this.#send({ url: `${origin}/auth/change-email`, cookie, body, type: formType })
    return this.#openLink(this.#lastLink(), cookie)
  }

  /** Notices have links without a token. */
  #lastLink(): string {
    return this.#parts.mails.findLast((url) => url.includes('token=')) ?? ''
  }

  /** Opens a mailed link, and returns the form of the page behind it. */
  async #openLink(link: string, cookie = ''): Promise<Visit> {
    const browser = this.#browser(cookie)
    await browser.fetch(link)
    return formShown(browser, 'verify-email')
  }

  /** Sends a visit and waits for what follows its response. */
  async #send(visit: Visit): Promise<void> {
    const { process, config } = this.#parts
    const later: Promise<unknown>[] = []
    const waitUntil = (work: Promise<unknown>): void => void later.push(work)
    await process.engine.Auth(requestOf(visit), config, { waitUntil })
    await Promise.all(later)
  }

  async #setPassword(): Promise<void> {
    const { process, config, passwordState } = this.#parts
    const mustChange = passwordState === 'must change'
    const { ok } = await process.engine.setPassword(config, userId, oldPassword, { mustChange })
    if (!ok) throw new Error('The password was not set.')
  }

  /** The access token of the account at `hub` has expired. */
  #expireTokens(): void {
    const { tables } = this.#parts
    const isHub = ({ provider }: Rows['accounts'][number]): boolean => provider === 'hub'
    const others = tables.rows.accounts.filter((row) => !isHub(row))
    const account = tables.rows.accounts.find(isHub)
    if (!account) return
    tables.rows = { ...tables.rows, accounts: [{ ...account, expires_at: 1 }, ...others] }
  }

  /** Sets up second factors, and everything that their flows begin with. */
  async #factors(laptop: Device, phone: Device) {
    const { factorState, rule } = this.#parts
    if (factorState === 'none') return undefined
    const builder = new FactorBuilder((cookie) => this.#browser(cookie), this.#parts, {
      signInAtHub: async (browser) => {
        await browser.send(await this.#start(browser, 'hub', { sub: 'ada', email: address }))
      },
      confirmAtIdp: (browser) => this.#confirmAtIdp(browser),
    })
    if (factorState === 'required') rule.isRequired = true
    switch (factorState) {
      case 'offered':
        return builder.offer(laptop, phone)
      case 'mailed':
        return builder.mailCode(laptop, phone)
      case 'required':
        return builder.require(laptop, phone, () => this.#mail())
      case 'enrolled':
        return builder.enrol(laptop)
    }
  }

  async #confirmAtIdp(browser: Browser): Promise<string> {
    const { services, codes } = this.#parts
    const body = new URLSearchParams({ with: 'provider', provider: 'idp' })
    const response = await browser.fetch('/auth/confirm', { method: 'POST', body })
    const claims = { sub: 'ada', email: address, sid: 'sid-1' }
    await browser.send(services.authorize(response.headers.get('location') ?? '', claims))
    const code = codes.at(-1)
    if (code === undefined) throw new Error('No code was mailed.')
    return code
  }

  /** The services do not say when Ada signed in. In an app with second factors, she has confirmed it since. */
  async #enter(provider: string, subject: string): Promise<Device> {
    const device = await this.#signIn(provider, subject)
    if (this.#parts.graceState !== 'none') this.#confirm(device)
    switch (this.#parts.factorState) {
      case 'none':
        return device
      case 'mailed':
        return this.#confirmByMail(device)
      default:
        this.#confirm(device)
        return device
    }
  }

  async #confirmByMail({ cookie, account }: Device): Promise<Device> {
    const browser = this.#browser(cookie)
    const body = new URLSearchParams({ code: await this.#confirmAtIdp(browser) })
    await browser.fetch('/auth/confirm', { method: 'POST', body })
    return this.#deviceOf(browser, account)
  }

  /** A user with a password is not mailed a code, so the proof is written where it belongs. */
  #confirm({ token }: Device): void {
    const { tables, time } = this.#parts
    const authenticatedAt = new Date(time.now)
    const sessions = tables.rows.sessions.map((row) =>
      row.sessionToken === token ? { ...row, authenticatedAt } : row,
    )
    tables.rows = { ...tables.rows, sessions }
  }

  #userOf(subject: string, accountOwner: Person): Partial<Rows> {
    const isUnproven = ['unproven', 'one way'].includes(this.#parts.passwordState)
    const isProven = accountOwner === 'Ada' && !isUnproven
    const emailVerified = isProven ? new Date(0) : null
    const account = { userId, providerAccountId: subject }
    return {
      users: [{ id: userId, email: address, emailVerified }],
      accounts: [
        { ...account, provider: 'hub', type: 'oauth' },
        { ...account, provider: 'idp', type: 'oidc' },
      ],
    }
  }

  #browser(cookie = ''): Browser {
    const { process, config } = this.#parts
    const browser = new Browser((request) => process.engine.Auth(request, config), origin)
    if (cookie !== '') browser.plant(sessionCookie, cookie.slice(sessionCookie.length + 1))
    return browser
  }

  async #start(browser: Browser, provider: string, claims: Claims, link = ''): Promise<string> {
    const body = new URLSearchParams({ link })
    const response = await browser.fetch(`/auth/signin/${provider}`, { method: 'POST', body })
    return this.#parts.services.authorize(response.headers.get('location') ?? '', claims)
  }

  async #signIn(provider: string, sub: string): Promise<Device> {
    const browser = this.#browser()
    const claims = { sub, email: address, ...(provider === 'idp' && { sid: 'sid-1' }) }
    await browser.send(await this.#start(browser, provider, claims))
    return this.#deviceOf(browser, `${provider}:${sub}`)
  }

  /** The session that has just begun in a browser. */
  #deviceOf(browser: Browser, account: string): Device {
    const { sessions } = this.#parts.tables.rows
    const token = sessions.findLast((row) => !row.sessionToken.startsWith('mark:'))?.sessionToken
    const value = browser.cookie(sessionCookie)
    if (token === undefined || value === undefined) throw new Error(`${account} gave no session.`)
    return { token, cookie: `${sessionCookie}=${value}`, account }
  }

  /** Enough attempts for three flows at once, and a second try of each. */
  async #prepare(
    name: StartingStateName,
    sub: string,
    from?: Device | typeof onlineOnly,
  ): Promise<void> {
    const isVouchedFor = name === 'settled' || (name === 'empty' && sub === 'ada')
    const isOnline = from === onlineOnly
    const device = isOnline ? undefined : from
    const claims = {
      sub,
      email: address,
      email_verified: isVouchedFor,
      ...(isOnline && { [onlineOnly]: true }),
    }
    const visits: Visit[] = []
    for (let count = 0; count < 6; count += 1) {
      const browser = this.#browser(device?.cookie)
      const url = await this.#start(browser, 'hub', claims, device && 'on')
      visits.push({ url, cookie: browser.cookieHeader(new URL(url)) })
    }
    this.#attempts.set(`${sub} ${isOnline ? onlineOnly : (device?.token ?? '')}`, visits)
  }

  #nextAttempt(sub: string, from = ''): Visit {
    const visits = this.#attempts.get(`${sub} ${from}`) ?? []
    const visit = visits.shift()
    if (!visit) throw new Error(`No attempt of ${sub} is left.`)
    visits.push(visit)
    return visit
  }

  async #mail(): Promise<Visit> {
    const body = new URLSearchParams({ email: address })
    await this.#browser().fetch('/auth/signin/mail', { method: 'POST', body })
    const mail = this.#parts.mails.findLast((url) => url.includes('token='))
    const { search, href } = new URL(mail ?? '')
    return {
      url: href.slice(0, -search.length),
      cookie: '',
      body: search.slice(1),
      type: 'application/x-www-form-urlencoded',
    }
  }

  async #passkey(from: Device | undefined): Promise<Visit> {
    if (this.#parts.factorState === 'required') return { url: origin, cookie: '' }
    const browser = this.#browser(from?.cookie)
    const query = new URLSearchParams({ action: 'register', email: address })
    const answer = await browser.fetch(`/auth/webauthn-options/passkey?${query}`)
    const { options } = (await answer.json()) as { options: { challenge: string } }
    const clientDataJSON = encodeJson({ challenge: options.challenge, crossOrigin: false })
    const response = { clientDataJSON, attestationObject: 'AA' }
    const data = { id: credential, rawId: credential, type: 'public-key', response }
    return {
      url: `${origin}/auth/callback/passkey`,
      cookie: browser.cookieHeader(new URL(`${origin}/auth/callback/passkey`)),
      body: JSON.stringify({ action: 'register', data }),
      type: 'application/json',
    }
  }

  async #logout(): Promise<Visit> {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const token = await this.#parts.services.sign({ jti: 'logout-1', sid: 'sid-1', events })
    return {
      url: `${origin}/auth/backchannel-logout/idp`,
      cookie: '',
      body: String(new URLSearchParams({ logout_token: token })),
      type: 'application/x-www-form-urlencoded',
    }
  }
}

/** Asks for a mail about a password, waits for it, and opens its link. */
export async function askForLink(
  {
    process,
    config,
    mails,
  }: { process: EngineProcess; config: AuthConfig; mails: readonly string[] },
  start: StartingStateName,
  email: string = address,
): Promise<PasswordLink> {
  const body = String(new URLSearchParams({ email }))
  const route = start === 'empty' ? 'signup' : 'forgot-password'
  const visit = { url: `${origin}/auth/${route}`, cookie: '', body, type: formType } as const
  const later: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>): void => void later.push(work)
  await process.engine.Auth(requestOf(visit), config, { waitUntil })
  await Promise.all(later)
  const mail = mails.findLast((url) => url.includes('token='))
  const browser = new Browser((request) => process.engine.Auth(request, config), origin)
  if (mail !== undefined) await browser.fetch(mail)
  return { email, ...(await formShown(browser, 'reset-password')) }
}

/** Returns the form of a page, which names the link that the page shows. */
async function formShown(browser: Browser, route: string): Promise<Visit> {
  const { forms } = await browser.fetchPage(`/auth/${route}`)
  const link = forms.find(({ hidden }) => hidden['link'] !== undefined)?.hidden['link']
  const url = `${origin}/auth/${route}`
  const body = link === undefined ? '' : String(new URLSearchParams({ link }))
  return { url, cookie: browser.cookieHeader(new URL(url)), body, type: formType }
}

const nowhere: Device = { cookie: '', token: '', account: '' }

async function twice(make: () => Promise<Visit>): Promise<readonly [Visit, Visit]> {
  return [await make(), await make()]
}

/** A visit as the browser sends it, or the request of a call by the application. */
export function requestOf({ url, cookie, body, type }: Visit): Request {
  return new Request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(cookie !== '' && { cookie }),
      ...(body !== undefined && { origin, 'sec-fetch-site': 'same-origin' }),
      ...(type && { 'content-type': type }),
    },
    ...(body !== undefined && { body }),
  })
}

/** A page of the application, visited from a device. */
export function pageOf({ cookie }: Device): Request {
  return requestOf({ url: `${origin}/page`, cookie, body: '' })
}

import { memoryAdapter } from '../../../src/adapters/memory.js'
import { createRuntime, withRuntime, type AuthConfig } from '../../../src/core.js'
import type { Adapter, AdapterUser, VerificationToken } from '../../../src/model/adapter.js'
import type { SignInCallbackParams } from '../../../src/model/callbacks.js'
import type { EmailConfig, VerificationRequestParams } from '../../../src/model/email.js'
import type { EventCallbacks } from '../../../src/model/events.js'
import { watch, type Watched } from '../adapters/watched-adapter.js'
import type { Browser, Page } from '../browser.js'
import { makeApp, sessionCookie, type App } from './app.js'

/** An application whose mails are kept, with its database and what it was asked and told. */
export interface MailApp extends App {
  readonly store: Watched
  /** The mails so far. */
  readonly sent: VerificationRequestParams[]
  /** The verification tokens that are in the database now. */
  readonly rows: readonly VerificationToken[]
  /** What the `signIn` callback was asked. */
  readonly asked: SignInCallbackParams[]
  /** The events so far. */
  readonly told: { readonly name: string; readonly message: Told }[]
}

interface Told {
  readonly user?: { readonly id?: string; readonly email?: string | null }
  readonly isNewUser?: boolean
}

export interface MailOptions extends Partial<AuthConfig> {
  readonly mail?: Partial<EmailConfig>
  /** Providers beside the one with the id `mail`. */
  readonly others?: AuthConfig['providers']
}

export const address = 'ada@example.test'

/** Name of the cookie that marks the browser that asked. */
export const mailCookie = '__Host-authjs.attempt-mail'

/** What a browser says when a person has clicked on a link. */
export const gesture: Readonly<Record<string, string>> = {
  accept: 'text/html',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-user': '?1',
}

export function makeMailApp(options: MailOptions = {}): MailApp {
  const { mail, others = [], adapter, callbacks, ...overrides } = options
  const store = watch(adapter ?? memoryAdapter())
  const rows: VerificationToken[] = []
  store.after = ({ name, args: [row] }, result) => follow(rows, name, row, result)
  const sent: VerificationRequestParams[] = []
  const asked: SignInCallbackParams[] = []
  const told: MailApp['told'][number][] = []
  const config = {
    providers: [recordingProvider(sent, mail), ...others],
    adapter: store.adapter,
    events: recordEvents(told),
    limits: {},
    ...overrides,
    callbacks: {
      ...callbacks,
      signIn: (params) => {
        asked.push(params)
        return callbacks?.signIn?.(params) ?? true
      },
    },
  } satisfies Partial<AuthConfig>
  // An app of its own counts mails of its own.
  const app = makeApp(withRuntime(config, createRuntime()))
  return { ...app, store, sent, rows, asked, told }
}

/** A provider that keeps its mails. */
export function recordingProvider(
  sent: VerificationRequestParams[],
  overrides: Partial<EmailConfig> = {},
): EmailConfig {
  return {
    id: 'mail',
    name: 'E-mail',
    type: 'email',
    sendVerificationRequest: (params) => void sent.push(params),
    ...overrides,
  }
}

function recordEvents(told: MailApp['told'][number][]): EventCallbacks {
  const record = (name: string) => (message: object) =>
    void told.push({ name, message: { ...message } })
  return {
    createUser: record('createUser'),
    updateUser: record('updateUser'),
    linkAccount: record('linkAccount'),
    signIn: record('signIn'),
  }
}

function follow(rows: VerificationToken[], name: keyof Adapter, row: unknown, result: unknown) {
  const { identifier, token } = row as VerificationToken
  if (name === 'createVerificationToken') rows.push(row as VerificationToken)
  if (name !== 'useVerificationToken' && name !== 'consumeVerificationToken') return
  const at = rows.findIndex((one) => one.identifier === identifier && one.token === token)
  if (result && at !== -1) rows.splice(at, 1)
}

/** Asks for a mail on the built-in page. */
export async function askForMail(
  browser: Browser,
  typed = address,
  { id = 'mail', callbackUrl }: { readonly id?: string; readonly callbackUrl?: string } = {},
): Promise<Page> {
  const query = callbackUrl === undefined ? '' : `?${new URLSearchParams({ callbackUrl })}`
  const page = await browser.fetchPage(`/auth/signin/${id}${query}`)
  return browser.postForm(page, { email: typed })
}

/** The link of the last mail. */
export function lastLink({ sent }: Pick<MailApp, 'sent'>): string {
  const mail = sent.at(-1)
  if (!mail) throw new Error('No mail was sent.')
  return mail.url
}

/** The code of the last mail. */
export function lastCode({ sent }: Pick<MailApp, 'sent'>): string {
  const code = sent.at(-1)?.code
  if (code === undefined) throw new Error('No code was sent.')
  return code
}

/** Asks for a mail, and gives its link. */
export async function mailTo(app: MailApp, browser: Browser, typed = address): Promise<string> {
  const before = app.sent.length
  await askForMail(browser, typed)
  if (app.sent.length !== before + 1) throw new Error('Expected one mail.')
  return lastLink(app)
}

/** Opens a link as a click in a mail program does. */
export async function click(browser: Browser, url: string): Promise<Response> {
  return browser.send(url, { headers: gesture })
}

/** Opens a link where nothing is known of it, and presses the button of the page. */
export async function confirm(browser: Browser, url: string): Promise<Page> {
  const page = await browser.fetchPage(url, { follow: false })
  if (page.status !== 200) throw new Error(`Expected a page, got ${page.status}.`)
  return browser.postForm(page)
}

/** Types a code into the page that waits for it. */
export async function typeCode(browser: Browser, code: string, id = 'mail'): Promise<Page> {
  const page = await browser.fetchPage(`/auth/verify-request?provider=${id}&type=email`)
  return browser.postForm(page, { code })
}

/** A link with other parameters. */
export function alter(url: string, params: Readonly<Record<string, string>>): string {
  const altered = new URL(url)
  for (const [name, value] of Object.entries(params)) altered.searchParams.set(name, value)
  return altered.href
}

export function paramOf(url: string, name: string): string {
  return new URL(url, 'https://app.test').searchParams.get(name) ?? ''
}

export function locationOf({ headers }: Response): string {
  return headers.get('location') ?? ''
}

/** The error that a browser is sent to a page with. */
export function errorOf(response: Response): string {
  return paramOf(locationOf(response), 'error')
}

export function isSignedIn(browser: Browser): boolean {
  return browser.cookie(sessionCookie) !== undefined
}

/** Puts a user into the database. */
export async function storeUser(
  { store }: Pick<MailApp, 'store'>,
  overrides: Partial<AdapterUser> = {},
): Promise<AdapterUser> {
  const row = { id: 'user-1', email: address, emailVerified: null, ...overrides }
  const user = await store.adapter.createUser?.(row)
  if (!user) throw new Error('There is no createUser.')
  return user
}

/** The user who has an address. */
export async function userOf(
  { store }: Pick<MailApp, 'store'>,
  email = address,
): Promise<AdapterUser | null> {
  return (await store.adapter.getUserByEmail?.(email)) ?? null
}

/** Limits that no test reaches by accident. */
export const plenty = {
  identifier: { attempts: 10_000, seconds: 60 },
  client: { attempts: 10_000, seconds: 60 },
  mail: { attempts: 10_000, seconds: 60 },
  allMails: { attempts: 10_000, seconds: 60 },
}

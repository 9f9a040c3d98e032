import { Auth, describeMailedLink, type MailedLinkPage } from '../../../src/core.js'
import type { AuthConfig } from '../../../src/model/config.js'
import type { EmailConfig, VerificationRequestParams } from '../../../src/model/email.js'
import Password, { type PasswordUserConfig } from '../../../src/providers/password.js'
import { Browser, type Page } from '../browser.js'
import { recordingProvider } from './mail-app.js'
import { validPage } from '../valid-html.js'
import { nextMillisecond } from '../next-millisecond.js'
import { cheap, makePasswordApp, type PasswordApp } from './password-app.js'

/** An app with passwords that can send mails. Every page that its browsers fetch is checked for valid HTML. */
export interface MailingApp extends PasswordApp {
  /** The mails so far. */
  readonly sent: readonly VerificationRequestParams[]
  /** Waits for the work that responses did not wait for. */
  settle(): Promise<void>
  /** Posts an address to the page for sign-up or for a forgotten password. */
  ask(page: 'signup' | 'forgot-password', address: string, browser?: Browser): Promise<Page>
  /** Posts an address and returns the mail, or undefined if none was sent. */
  mailTo(
    page: 'signup' | 'forgot-password',
    address: string,
  ): Promise<VerificationRequestParams | undefined>
}

export interface MailingOptions extends Partial<AuthConfig> {
  readonly password?: PasswordUserConfig
  /** Options of the provider that sends the mails. */
  readonly mail?: Partial<EmailConfig>
  readonly others?: AuthConfig['providers']
}

export async function makeMailingApp({
  password: options,
  mail,
  others = [],
  ...overrides
}: MailingOptions = {}): Promise<MailingApp> {
  const sent: VerificationRequestParams[] = []
  const pending: Promise<unknown>[] = []
  const app = await makePasswordApp(
    {},
    {
      providers: [
        Password({ hasher: cheap, ...options }),
        recordingProvider(sent, { signIn: false, ...mail }),
        ...others,
      ],
      ...overrides,
    },
  )
  const waitUntil = (work: Promise<unknown>): void => void pending.push(work)
  const serve = async (request: Request): Promise<Response> => {
    const response = await Auth(request, app.config, { waitUntil })
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
    if (isPage && request.method !== 'HEAD') validPage(await response.clone().text())
    return response
  }
  const browser = (origin?: string): Browser => new Browser(serve, origin)
  const settle = async (): Promise<void> => {
    while (pending.length > 0) await pending.pop()
  }
  const ask: MailingApp['ask'] = async (page, email, visitor = browser()) => {
    await nextMillisecond()
    return submit(visitor, await visitor.fetchPage(`/auth/${page}`), { email })
  }
  const attempt: MailingApp['attempt'] = (fields, visitor = browser()) =>
    app.attempt(fields, visitor)
  const mailTo: MailingApp['mailTo'] = async (page, email) => {
    const before = sent.length
    await ask(page, email)
    await settle()
    // The notice of an earlier change may arrive late.
    return sent.slice(before).find(({ purpose }) => !notices.has(purpose))
  }
  return { ...app, attempt, browser, sent, settle, ask, mailTo }
}

/** The purposes of mails that only tell what has happened. */
const notices: ReadonlySet<unknown> = new Set([
  'changed',
  'methodAdded',
  'addressRequested',
  'deletionPending',
])

/** Fills in the form of a page as a person does, who cannot fill in fields that it does not have. */
export async function submit(
  browser: Browser,
  page: Page,
  fields: Readonly<Record<string, string>>,
  options: { readonly follow?: boolean } = {},
): Promise<Page> {
  for (const name of Object.keys(fields)) {
    if (!page.html.includes(`name="${name}"`)) throw new Error(`${page.url} has no field ${name}.`)
  }
  return browser.postForm(page, fields, options)
}

/** Opens the link of a mail and chooses a password on the page behind it. */
export async function choose(
  browser: Browser,
  mail: VerificationRequestParams | undefined,
  password: string,
): Promise<Page> {
  const page = await openMail(browser, mail)
  const done = await submit(browser, page, { password })
  await nextMillisecond()
  return done
}

/** Opens the link of a mail. */
export async function openMail(
  browser: Browser,
  mail: VerificationRequestParams | undefined,
): Promise<Page> {
  if (!mail) throw new Error('No mail was sent.')
  return browser.fetchPage(mail.url)
}

/** Returns what a form of the app's own page passes back for the link that a browser has opened. */
export async function shownLink(
  { config }: MailingApp,
  browser: Browser,
  page?: MailedLinkPage,
): Promise<string | undefined> {
  const headers = { cookie: browser.cookieHeader() }
  const described = await describeMailedLink(
    new Request('https://app.test/own', { headers }),
    config,
    page,
  )
  return described?.link
}

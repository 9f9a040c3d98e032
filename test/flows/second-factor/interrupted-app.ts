import { memoryAdapter, type MemoryAdapter } from '../../../src/adapters/memory.js'
import { Auth, listSessions, revokeSession, setPassword } from '../../../src/core.js'
import { authenticatorApp } from '../../../src/factors.js'
import type { AuditEvent } from '../../../src/model/audit.js'
import type { AuthConfig } from '../../../src/model/config.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import Password from '../../../src/providers/password.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { watch, type Method } from '../../support/adapters/watched-adapter.js'
import { Browser } from '../../support/browser.js'
import { recordingProvider } from '../../support/apps/mail-app.js'
import { makeApp, type App } from '../../support/apps/app.js'
import { nextMillisecond } from '../../support/next-millisecond.js'
import { cheap, email, password } from '../../support/apps/password-app.js'

/** An app with second factors. Something can happen in the middle of its requests. */
export interface InterruptedApp extends App {
  readonly adapter: MemoryAdapter
  readonly userId: string
  /** The events of the audit trail so far. */
  readonly audited: readonly AuditEvent[]
  /** Signs in with the password, as far as that goes. */
  begin(browser?: Browser): Promise<Browser>
  /** Does something just before the next call of a method of the adapter. */
  before(method: Method, run: () => unknown): void
  /** Waits for the mails, and returns what each of them is about. */
  mails(): Promise<readonly (string | undefined)[]>
}

/** Beside the providers there are passwords, unless `hasPasswords` is false. */
export async function makeInterruptedApp({
  hasPasswords = true,
  ...overrides
}: Partial<AuthConfig> & { readonly hasPasswords?: boolean } = {}): Promise<InterruptedApp> {
  const adapter = memoryAdapter()
  const watched = watch(adapter)
  const sent: VerificationRequestParams[] = []
  const audited: AuditEvent[] = []
  const { providers = [], ...options } = overrides
  const app = makeApp({
    adapter: watched.adapter,
    audit: ({ event }) => void audited.push(event),
    providers: [
      ...(hasPasswords ? [Password({ hasher: cheap })] : []),
      recordingProvider(sent, { signIn: false }),
      ...providers,
    ],
    secondFactor: { methods: [authenticatorApp()] },
    ...options,
  })
  const { id: userId } = await adapter.createUser({ id: 'ada', email, emailVerified: new Date() })
  if (hasPasswords) await setPassword(app.config, userId, password)
  await nextMillisecond()
  const pending: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>): void => void pending.push(work)
  const open = (origin?: string): Browser =>
    new Browser((request) => Auth(request, app.config, { waitUntil }), origin)
  return {
    ...app,
    adapter,
    userId,
    audited,
    browser: open,
    begin: async (browser = open()) => {
      await postAsScript(browser, '/auth/callback/password', { email, password })
      return browser
    },
    before: (method, run) => {
      watched.before = async ({ name }) => {
        if (name !== method) return
        watched.before = () => undefined
        await run()
      }
    },
    mails: async () => {
      while (pending.length > 0) await pending.pop()
      return sent.map(({ purpose }) => purpose)
    },
  }
}

/** What an app answers to a script. */
export interface Posted {
  readonly status: number
  readonly url?: string
  readonly error?: string
  readonly recoveryCodes?: readonly string[]
}

/** Posts fields as a script of the site does. */
export async function postAsScript(
  browser: Browser,
  path: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<Posted> {
  const csrfToken = await browser.csrfToken()
  const headers = { 'x-auth-return-redirect': '1' }
  const response = await browser.postJson(path, { csrfToken, ...fields }, headers)
  return { status: response.status, ...((await response.json()) as object) }
}

/** Ends the sessions of the other browsers one by one, as the owner does in the list of sessions. */
export async function endOthers({ config }: App, owner: Browser): Promise<void> {
  for (const { id, isCurrent } of await listSessions(requestFrom(owner), config)) {
    if (!isCurrent) await revokeSession(requestFrom(owner), config, id)
  }
}

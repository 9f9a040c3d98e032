import { accountPage, type AccountPageOptions } from '../../../src/account.js'
import type { AuditRecord, AuditSink } from '../../../src/model/audit.js'
import GitHub from '../../../src/providers/github.js'
import type { Browser, Page } from '../browser.js'
import { makeMailingApp, type MailingApp, type MailingOptions } from './mailing-app.js'
import { email, password } from './password-app.js'

export interface AccountApp extends MailingApp {
  /** A browser in which the user has just signed in. */
  signedIn(userAgent?: string): Promise<Browser>
  /** What the audit trail has. */
  readonly records: readonly AuditRecord[]
}

/** An app with the account page, one user with a password, and GitHub. */
export async function makeAccountApp({
  page,
  ...overrides
}: MailingOptions & { readonly page?: AccountPageOptions } = {}): Promise<AccountApp> {
  const records: AuditRecord[] = []
  const app = await makeMailingApp({
    account: accountPage(page),
    audit: keepRecords(records),
    others: [GitHub({ clientId: 'id', clientSecret: 'secret' })],
    ...overrides,
  })
  const signedIn = async (): Promise<Browser> => {
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    return browser
  }
  return { ...app, signedIn, records }
}

interface ActivityQuery {
  readonly userId: string
  readonly before?: string | undefined
  readonly limit: number
}

function keepRecords(records: AuditRecord[]): AuditSink {
  const keep = (record: AuditRecord): void => void records.push(record)
  return Object.assign(keep, {
    list: async ({ userId, before, limit }: ActivityQuery) =>
      records
        .filter(({ id, ...record }) => record.userId === userId && (!before || id < before))
        .reverse()
        .slice(0, limit),
  })
}

/** Submits the first form of a page that posts to a route, with hidden fields of these values. */
export async function press(
  browser: Browser,
  page: Page,
  route: string,
  fields: Readonly<Record<string, string>> = {},
  chosen: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const form = page.forms.findIndex(
    ({ action, hidden }) =>
      action.endsWith(`/auth/${route}`) &&
      Object.entries(chosen).every(([name, value]) => hidden[name] === value),
  )
  if (form === -1) throw new Error(`${page.url} has no form for ${route}.`)
  return browser.postForm(page, fields, { form, follow: true })
}

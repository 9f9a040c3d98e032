import type { SignInContext } from '../../context/context.js'
import { InvalidConfig } from '../../errors/config-errors.js'
import { InvalidRequestBody } from '../../errors/request-errors.js'
import type { Activity } from '../../model/account-description.js'
import type { AuditRecord } from '../../model/audit.js'
import { describeBrowser } from '../../pages/describe-browser.js'
import { publicKeyOf } from '../../session/session-token.js'
import type { CurrentUser } from '../../session/strategy.js'

/** The options of `listActivity`. */
export interface ActivityOptions {
  /** The `next` of the former page. Default: the first page. */
  readonly before?: string | undefined
  /** How many records a page has, from 1 to 100. Default: 20. */
  readonly limit?: number | undefined
}

/** A page of the signed-in user's records, the newest first. */
export interface ActivityPage {
  readonly records: readonly Activity[]
  /** Pass it as `before` for the page that follows. Undefined on the last page. */
  readonly next: string | undefined
}

const usualLimit = 20
const largestLimit = 100
const recordId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns what the audit trail says about the user. */
export async function listOwnActivity(
  ctx: SignInContext,
  { user, sessionKey }: CurrentUser,
  { before, limit = usualLimit }: ActivityOptions = {},
): Promise<ActivityPage> {
  const { audit } = ctx.config
  if (!audit?.list) throw new InvalidConfig(explainNoList)
  if (before !== undefined && !recordId.test(before)) {
    throw new InvalidRequestBody('Expected `before` to be the `next` of a page.')
  }
  const most = Math.min(Math.max(Math.trunc(limit) || 1, 1), largestLimit)
  // One more than the page has shows whether another page follows.
  const found = await audit.list({ userId: user.id, before, limit: most + 1 })
  // The list is the app's own function, and another user's records must not leave the server.
  const own = found.filter(({ userId }) => userId === user.id)
  const sessionId = sessionKey && (await publicKeyOf(sessionKey))
  const records = own.slice(0, most).map((record) => toActivity(ctx, record, sessionId))
  return { records, next: own.length > most ? records.at(-1)?.id : undefined }
}

function toActivity(
  { config }: SignInContext,
  record: AuditRecord,
  sessionId: string | undefined,
): Activity {
  return {
    ...record,
    isCurrentSession: sessionId !== undefined && record.sessionId === sessionId,
    browser: describeBrowser(record.userAgent),
    providerName: config.providers.get(record.provider ?? '')?.name,
  }
}

const explainNoList =
  'The option `audit` cannot list records. Use `kyselyAuditTrail` of `latchkey/audit`, alone or in `combineAudit`.'

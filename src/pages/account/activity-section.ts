import { html, type Html } from '../../http/html.js'
import type { Activity } from '../../model/account-description.js'
import type { AccountTexts } from '../../model/account-texts.js'
import type { AuditEvent } from '../../model/audit.js'
import { findErrorText } from '../error-texts.js'
import { isolate } from '../fill-text.js'
import { formatMoment } from '../format-date.js'
import { renderSection } from '../list-section.js'
import type { AccountPageProps } from './account-page-props.js'
import { renderRows, type Row } from './rows.js'

/** Renders the latest entries of the audit trail. */
export function renderActivity(props: AccountPageProps): Html | undefined {
  const { account, texts } = props
  if (!account.activity) return undefined
  const rows = account.activity
    .map((record) => activityRow(props, record))
    .filter((row) => row !== undefined)
  return renderSection(
    texts.headings.activity,
    rows.length === 0 ? texts.activity.empty : undefined,
    html`${rows.length > 0 && renderRows(rows)}`,
    { id: 'activity' },
  )
}

function activityRow(props: AccountPageProps, record: Activity): Row | undefined {
  const { texts, language } = props
  const name = activityNames[record.event]
  if (name === undefined) return undefined
  return {
    title: texts.activity[name],
    facts: [
      explainEvent(props, record),
      formatMoment(new Date(record.time), language.code),
      record.browser,
    ],
  }
}

/** What was connected or disconnected, or why a request was refused. */
function explainEvent(
  props: AccountPageProps,
  { event, provider, code }: Activity,
): Html | string | undefined {
  if (event === 'refused') return code === undefined ? undefined : explainRefusal(props, code)
  if (provider === undefined || (event !== 'linked' && event !== 'unlinked')) return undefined
  return isolate(props.providerNames.get(provider) ?? provider)
}

/** Undefined if there are no words for the error itself, but only for errors like it. */
function explainRefusal({ texts, language }: AccountPageProps, code: string): string | undefined {
  if (code === 'InvalidCode') return texts.activity.wrongCode
  const { type, title } = findErrorText(language.texts, code)
  return type === code && code !== 'general' ? title : undefined
}

/** Events that are not listed mean nothing to a user. */
const activityNames: Partial<Record<AuditEvent, keyof AccountTexts['activity']>> = {
  'signed-in': 'signedIn',
  'signed-out': 'signedOut',
  refused: 'refused',
  'session-revoked': 'sessionEnded',
  'user-created': 'accountCreated',
  linked: 'connected',
  unlinked: 'disconnected',
  'factor-added': 'factorAdded',
  'factor-removed': 'factorRemoved',
  'recovery-code-used': 'recoveryCodeUsed',
  'recovery-codes-made': 'recoveryCodesMade',
  'password-changed': 'passwordChanged',
  'password-removed': 'passwordRemoved',
  'address-verified': 'addressConfirmed',
  'address-changed': 'addressChanged',
  'address-restored': 'addressChanged',
  'profile-changed': 'profileChanged',
}

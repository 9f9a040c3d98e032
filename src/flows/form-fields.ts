import { mostSecrets } from '../config/redact.js'
import type { ResolvedConfig } from '../config/resolved-config.js'
import type { RouteContext } from '../context/context.js'
import type { BodyFields } from '../http/body.js'
import { boundCookies } from '../http/cookie.js'
import { grantRequestField } from './grant-request.js'

/** Form fields that belong to Latchkey, not to the visitor's credentials. */
const ownFields: ReadonlySet<string> = new Set([
  'csrfToken',
  'callbackUrl',
  'redirectTo',
  'link',
  'everywhere',
  grantRequestField,
])

/** Hiding shorter texts would make a log unreadable and protect nothing. */
const shortestSecret = 3

/** Whether a field, or a parameter with the same name, belongs to Latchkey. */
export function isOwnField(name: string): boolean {
  return ownFields.has(name)
}

/** Returns the fields that the visitor typed. */
export function credentialFields(fields: BodyFields): BodyFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isOwnField(name)))
}

/**
 * Returns the values that no log may repeat. These are all typed values and cookies, except the
 * return URL. If there are more values than a log can search for, it returns one more than that
 * limit, so that the log shows no text.
 */
export function valuesToHide(
  request: Request,
  fields: BodyFields,
  { providers }: Pick<ResolvedConfig, 'providers'>,
): readonly string[] {
  const header = boundCookies(request.headers.get('cookie') ?? '')
  const cookies = header.split(/[;=]|%7C/i, mostSecrets + 1)
  // The cookie of the last sign-in contains the provider's id, which is not secret. The log needs it.
  const sent = cookies.map((part) => part.trim()).filter((part) => !providers.has(part))
  const values = [...textsIn(fields), ...sent]
  if (values.length > mostSecrets) return values.slice(0, mostSecrets + 1)
  return values.filter(({ length }) => length >= shortestSecret)
}

/**
 * Returns every text in the fields, at any depth. Other values count too, so that the walk ends.
 */
function textsIn(fields: BodyFields): readonly string[] {
  const texts: string[] = []
  const left: unknown[] = Object.keys(fields)
    .filter((name) => name !== 'callbackUrl' && name !== 'redirectTo')
    .slice(0, mostSecrets + 1)
    .map((name) => fields[name])
  while (left.length > 0 && texts.length <= mostSecrets) {
    const value = left.pop()
    texts.push(typeof value === 'string' ? value : '')
    if (typeof value !== 'object' || value === null) continue
    for (const member of Object.values(value).slice(0, mostSecrets + 1)) left.push(member)
  }
  return texts
}

/**
 * Returns the page that the visitor wants to open next, which is not validated yet. Qwik's forms
 * call the field `redirectTo`.
 */
export function readCallbackUrl({
  fields,
  query,
}: Pick<RouteContext, 'fields' | 'query'>): unknown {
  return (
    fields['callbackUrl'] ??
    fields['redirectTo'] ??
    query.get('callbackUrl') ??
    query.get('redirectTo') ??
    undefined
  )
}

import { mostSecrets } from '../config/redact.js'
import type { RouteContext } from '../context/context.js'
import type { BodyFields } from '../http/body.js'
import { boundCookies } from '../http/cookie.js'

/** Fields of a form that are ours, not the person's. */
const ownFields: ReadonlySet<string> = new Set([
  'csrfToken',
  'callbackUrl',
  'redirectTo',
  'link',
  'everywhere',
])

/** Shorter texts would make a log unreadable, and protect nothing. */
const shortestSecret = 3

/** Whether a field, or a parameter of the same name, is ours. */
export function isOwnField(name: string): boolean {
  return ownFields.has(name)
}

/** What the person typed. */
export function credentialFields(fields: BodyFields): BodyFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isOwnField(name)))
}

/**
 * What no log may repeat: everything that was typed or kept in a cookie, but the return address. Of
 * more values than a log looks for, one more than that, which makes it show no text.
 */
export function valuesToHide(request: Request, fields: BodyFields): readonly string[] {
  const header = boundCookies(request.headers.get('cookie') ?? '')
  const cookies = header.split(/[;=]|%7C/i, mostSecrets + 1)
  const values = [...textsIn(fields), ...cookies.map((part) => part.trim())]
  if (values.length > mostSecrets) return values.slice(0, mostSecrets + 1)
  return values.filter(({ length }) => length >= shortestSecret)
}

/** Every text in the fields, at any depth. What is no text counts too, so that the walk ends. */
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

/** Where a form or a link wants to end: `callbackUrl`, or `redirectTo` as Qwik says. */
export function wantedUrl({ fields, query }: Pick<RouteContext, 'fields' | 'query'>): unknown {
  return (
    fields['callbackUrl'] ??
    fields['redirectTo'] ??
    query.get('callbackUrl') ??
    query.get('redirectTo') ??
    undefined
  )
}

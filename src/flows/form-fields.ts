import type { RouteContext } from '../context/context.js'
import type { BodyFields } from '../http/body.js'

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
export function typedFields(fields: BodyFields): BodyFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isOwnField(name)))
}

/** What no log may repeat: everything that was typed or kept in a cookie, but the return address. */
export function valuesToHide(request: Request, fields: BodyFields): readonly string[] {
  const { callbackUrl: _, redirectTo: __, ...rest } = fields
  const cookies = (request.headers.get('cookie') ?? '').split(/[;=]|%7C/i)
  const values = [...textsIn(rest), ...cookies.map((part) => part.trim())]
  return values.filter(({ length }) => length >= shortestSecret)
}

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > 8) return []
  return Object.values(value).flatMap((member) => textsIn(member, depth + 1))
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

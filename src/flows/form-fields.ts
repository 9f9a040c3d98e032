import type { RouteContext } from '../context/context.js'
import type { BodyFields } from '../http/body.js'

/** Fields of a form that are ours, not the person's. */
const ownFields = new Set(['csrfToken', 'callbackUrl', 'redirectTo'])

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

/** What no log may repeat of a form. */
export function valuesToHide(fields: BodyFields): readonly string[] {
  return Object.values(typedFields(fields)).filter(
    (value) => typeof value === 'string' && value.length >= shortestSecret,
  ) as string[]
}

/** Where a form or a link wants to end: `callbackUrl`, or `redirectTo` as Qwik says. */
export function wantedUrl({ fields, query }: RouteContext): unknown {
  return (
    fields['callbackUrl'] ??
    fields['redirectTo'] ??
    query.get('callbackUrl') ??
    query.get('redirectTo') ??
    undefined
  )
}

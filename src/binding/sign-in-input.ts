import { isChecked, type SignInCall, type SignOutCall } from '../core.js'
import { callbackUrlLimits } from '../model/callback-url-limits.js'
import type { SignInInput, SignOutInput } from '../model/results.js'

/** The problems of an input, by field. */
export interface InputErrors {
  readonly fieldErrors: Readonly<Record<string, readonly string[] | undefined>>
  readonly formErrors: readonly string[]
}

const longestInput = 64 * 1024
const deepestInput = 8

/** Returns the problems of a sign-in's input, or undefined if it is valid. */
export function checkSignInInput(input: unknown): InputErrors | undefined {
  if (!isFields(input)) return formError('Expected the fields of a form.')
  const { isTooLarge, hasFile } = lookThrough(input)
  if (isTooLarge) return formError('The form is too large.')
  const { providerId, redirectTo, options, authorizationParams } = input
  const problems = collect({
    providerId: isOptionalText(providerId) ? undefined : 'Expected text.',
    redirectTo: checkUrl(redirectTo),
    options: checkOptions(options),
    authorizationParams: checkParams(authorizationParams),
  })
  if (problems) return problems
  return hasFile ? formError('Expected text, but there is a file.') : undefined
}

/** Returns the problems of a sign-out's input, or undefined if it is valid. */
export function checkSignOutInput(input: unknown): InputErrors | undefined {
  if (!isFields(input)) return formError('Expected the fields of a form.')
  const problem = checkSwitch(input['everywhere'])
  if (problem !== undefined) return formError(`everywhere: ${problem}`)
  return collect({ redirectTo: checkUrl(input['redirectTo']) })
}

/**
 * Converts the input to the engine's sign-in call. Form fields are at the top level or under
 * `options`.
 */
export function toSignInCall(input: SignInInput, currentUrl: string): SignInCall {
  const { providerId, redirectTo, options, authorizationParams, ...topFields } = input
  const { redirectTo: optionsRedirectTo, link, ...optionFields } = options ?? {}
  return {
    providerId: providerId || undefined,
    redirectTo: optionsRedirectTo || redirectTo || currentUrl,
    link: isChecked(link),
    fields: { ...topFields, ...optionFields },
    authorizationParams: new URLSearchParams(authorizationParams ?? ''),
  }
}

/** Converts the input to the engine's sign-out call. */
export function toSignOutCall(
  { redirectTo, everywhere }: SignOutInput,
  currentUrl: string,
): SignOutCall {
  return { redirectTo: redirectTo || currentUrl, everywhere: isChecked(everywhere) }
}

/** Returns the page that an action was posted to, without the router's own parameter. */
export function pageOf(url: URL): string {
  const page = new URL(url)
  // Deleting a parameter rewrites the whole query with a different encoding, even if it is missing.
  if (page.searchParams.has('qaction')) page.searchParams.delete('qaction')
  return page.pathname + page.search
}

function collect(problems: Readonly<Record<string, string | undefined>>): InputErrors | undefined {
  const fieldErrors: Record<string, readonly string[] | undefined> = {}
  for (const [field, problem] of Object.entries(problems)) {
    fieldErrors[field] = problem === undefined ? undefined : [problem]
  }
  const isFine = Object.values(problems).every((problem) => problem === undefined)
  return isFine ? undefined : { fieldErrors, formErrors: [] }
}

function formError(message: string): InputErrors {
  return { fieldErrors: {}, formErrors: [message] }
}

function checkOptions(options: unknown): string | undefined {
  if (options === undefined) return undefined
  if (!isFields(options)) return 'Expected fields by name.'
  return checkUrl(options['redirectTo']) ?? checkSwitch(options['link'])
}

function checkSwitch(value: unknown): string | undefined {
  const isSwitch =
    value === undefined || typeof value === 'boolean' || isChecked(value) || value === ''
  return isSwitch ? undefined : 'Expected true or false.'
}

function checkUrl(url: unknown): string | undefined {
  if (!isOptionalText(url)) return 'Expected a path or URL.'
  return (url?.length ?? 0) > callbackUrlLimits.request
    ? 'Expected a shorter path or URL.'
    : undefined
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string'
}

function checkParams(value: unknown): string | undefined {
  if (isOptionalText(value) || value instanceof URLSearchParams) return undefined
  const texts = isFields(value) ? Object.values(value) : [undefined]
  // Qwik sends the input of `submit()` as JSON, which turns `URLSearchParams` into an empty object.
  if (texts.length === 0) return 'Expected parameters. Pass URLSearchParams as `toString()`.'
  return texts.every((one) => typeof one === 'string')
    ? undefined
    : 'Expected text or texts by name.'
}

/** Whether a value is a record of own fields, none of which reaches a prototype. */
function isFields(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return !['__proto__', 'constructor', 'prototype'].some((name) => Object.hasOwn(value, name))
}

/**
 * Stops at the allowed size, because a few bytes in Qwik's format can stand for millions of values.
 */
function lookThrough(input: unknown): { isTooLarge: boolean; hasFile: boolean } {
  let left = longestInput
  let hasFile = false
  const visit = (value: unknown, depth: number): void => {
    left -= typeof value === 'string' ? value.length : 8
    if (depth > deepestInput) left = -1
    if (left < 0 || typeof value !== 'object' || value === null) return
    hasFile ||= value instanceof Blob
    for (const [name, member] of Object.entries(value)) {
      left -= name.length
      if (left < 0) return
      visit(member, depth + 1)
    }
  }
  visit(input, 0)
  return { isTooLarge: left < 0, hasFile }
}

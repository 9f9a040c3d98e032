import type { ErrorWithText, ErrorWords, PageTexts } from '../model/page-texts.js'

/** What a visitor is told about an error. */
export interface ErrorText extends ErrorWords {
  /** The error that has this text; `general` stands for all that have none of their own. */
  readonly type: ErrorWithText
  /** Where the error page leads on to; the first is offered as the main way. */
  readonly next: readonly NextStep[]
}

/** `sign-in`: back to the sign-in page; `site`: back to the site itself. */
export type NextStep = 'sign-in' | 'site'

/** Finds the text for an error type; a type that we do not know gets a general one. */
export function findErrorText({ errors }: PageTexts, type: string): ErrorText {
  const name = findName(errors, type)
  const next: readonly NextStep[] = hopeless.includes(name) ? ['site'] : ['sign-in', 'site']
  return { type: name, ...errors[name], next }
}

/** Those that signing in again cannot mend. */
const hopeless: readonly ErrorWithText[] = ['LastSignInMethod', 'SessionTooLarge', 'UntrustedHost']

const otherNames: Readonly<Record<string, ErrorWithText>> = {
  LogoutTokenInvalid: 'InvalidRequestBody',
  MisdirectedRequest: 'UntrustedHost',
  UnknownProvider: 'InvalidProvider',
  UnknownRoute: 'UnknownAction',
  RateLimited: 'TooManyRequests',
}

// The type comes from a query: it must not reach the names that objects inherit.
function findName(errors: PageTexts['errors'], type: string): ErrorWithText {
  if (isName(errors, type)) return type
  return (Object.hasOwn(otherNames, type) ? otherNames[type] : undefined) ?? 'general'
}

function isName(errors: PageTexts['errors'], type: string): type is ErrorWithText {
  return Object.hasOwn(errors, type)
}

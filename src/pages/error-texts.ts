import type { ErrorWithText, ErrorWords, PageTexts } from '../model/page-texts.js'

/** The text that a visitor sees for an error. */
export interface ErrorText extends ErrorWords {
  /** The error that has this text, or `general` for all errors without their own text. */
  readonly type: ErrorWithText
  /** Where the error page links to. The first link is the main one. */
  readonly next: readonly NextStep[]
}

/** `sign-in` leads to the sign-in page, `site` to the start page. */
export type NextStep = 'sign-in' | 'site'

/** Finds the text for an error type. An unknown type gets a general text. */
export function findErrorText({ errors }: PageTexts, type: string): ErrorText {
  const name = findName(errors, type)
  const next: readonly NextStep[] = hopeless.includes(name) ? ['site'] : ['sign-in', 'site']
  return { type: name, ...errors[name], next }
}

/** Errors that signing in again cannot fix. */
const hopeless: readonly ErrorWithText[] = ['LastSignInMethod', 'SessionTooLarge', 'UntrustedHost']

const otherNames: Readonly<Record<string, ErrorWithText>> = {
  ConfirmationRequired: 'SessionRequired',
  InvalidCode: 'Verification',
  // The account page says at the field what is wrong.
  InvalidName: 'InvalidRequestBody',
  InvalidPassword: 'CredentialsSignin',
  InvalidUserName: 'CredentialsSignin',
  LogoutTokenInvalid: 'InvalidRequestBody',
  MisdirectedRequest: 'UntrustedHost',
  PendingSignInLost: 'OAuthAttemptLost',
  ReauthRequired: 'SessionRequired',
  ScopeMissing: 'AccessDenied',
  TokenUnavailable: 'OAuthRequestFailed',
  UnknownProvider: 'InvalidProvider',
  UnknownRoute: 'UnknownAction',
  RateLimited: 'TooManyRequests',
}

// The type comes from the query, so it must not match inherited names such as `constructor`.
function findName(errors: PageTexts['errors'], type: string): ErrorWithText {
  if (isName(errors, type)) return type
  return (Object.hasOwn(otherNames, type) ? otherNames[type] : undefined) ?? 'general'
}

function isName(errors: PageTexts['errors'], type: string): type is ErrorWithText {
  return Object.hasOwn(errors, type)
}

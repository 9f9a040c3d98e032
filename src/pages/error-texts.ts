/** What a visitor is told about an error. */
export interface ErrorText {
  readonly title: string
  readonly sentence: string
  /** Where the error page leads on to; the first is offered as the main way. */
  readonly next: readonly NextStep[]
}

/** `sign-in`: back to the sign-in page; `site`: back to the site itself. */
export type NextStep = 'sign-in' | 'site'

/** Finds the text for an error type; a type that we do not know gets a general one. */
export function findErrorText(type: string): ErrorText {
  // The type comes from a query: it must not reach the names that objects inherit.
  return (Object.hasOwn(texts, type) ? texts[type] : undefined) ?? fallback
}

const retry: readonly NextStep[] = ['sign-in', 'site']
const leave: readonly NextStep[] = ['site']

const fallback: ErrorText = {
  title: 'Something went wrong',
  sentence: 'We could not complete that. Please try again.',
  next: retry,
}

const unknownProvider: ErrorText = {
  title: 'Unknown sign-in method',
  sentence: 'This site does not offer the sign-in method that was asked for.',
  next: retry,
}

const unknownRoute: ErrorText = {
  title: 'Page not found',
  sentence: 'There is nothing at this address.',
  next: retry,
}

const texts: Readonly<Record<string, ErrorText>> = {
  Configuration: {
    title: 'Something went wrong on our side',
    sentence: 'We could not sign you in. The owners of this site can find the cause in its log.',
    next: retry,
  },
  AccessDenied: {
    title: 'Access denied',
    sentence: 'This account is not allowed to sign in here. You can try another one.',
    next: retry,
  },
  Verification: {
    title: 'This link no longer works',
    sentence: 'It has expired or was used already. Sign in again to get a new one.',
    next: retry,
  },
  MissingCSRF: {
    title: 'The form had expired',
    sentence: 'Please try again. If it keeps happening, allow cookies for this site.',
    next: retry,
  },
  CredentialsSignin: {
    title: 'Those details do not match',
    sentence: 'Check what you entered and try again.',
    next: retry,
  },
  OAuthCallbackError: {
    title: 'Sign-in was not completed',
    sentence: 'It was cancelled, or the other service refused it. Please try again.',
    next: retry,
  },
  OAuthAttemptLost: {
    title: 'That sign-in is over',
    sentence:
      'It took too long, was finished already, or began in another browser. Please try again.',
    next: retry,
  },
  OAuthMetadataInvalid: {
    title: 'We could not reach the service',
    sentence:
      'The service you chose is not set up as expected. Please try again or pick another way.',
    next: retry,
  },
  OAuthProfileParseError: {
    title: 'We could not read your profile',
    sentence:
      'The service you chose did not tell us who you are. Please pick another way to sign in.',
    next: retry,
  },
  OAuthRequestFailed: {
    title: 'We could not reach the service',
    sentence: 'The service you chose did not answer. Please try again or pick another way.',
    next: retry,
  },
  OAuthResponseInvalid: {
    title: 'We could not verify the answer',
    sentence: 'The answer of the service you chose did not pass our checks. Please try again.',
    next: retry,
  },
  OAuthAccountNotLinked: {
    title: 'You already have an account',
    sentence: 'Your email address is in use here. Sign in the way you did the first time.',
    next: retry,
  },
  AccountNotLinked: {
    title: 'Not connected to your account',
    sentence: 'Sign in the way you did the first time, then add this method.',
    next: retry,
  },
  LastSignInMethod: {
    title: 'Your last way to sign in',
    sentence: 'Add another way to sign in before you remove this one.',
    next: leave,
  },
  InvalidEmailAddress: {
    title: 'That is not an email address',
    sentence: 'Check what you entered and try again.',
    next: retry,
  },
  EmailSignInError: {
    title: 'The email could not be sent',
    sentence: 'Please try again in a moment, or sign in another way.',
    next: retry,
  },
  TooManyRequests: {
    title: 'Too many attempts',
    sentence: 'Please wait a little before you try again.',
    next: retry,
  },
  WebAuthnVerificationError: {
    title: 'Passkey not accepted',
    sentence: 'We could not verify your passkey. Try again or sign in another way.',
    next: retry,
  },
  SessionRequired: {
    title: 'Please sign in first',
    sentence: 'The page you asked for is for people who are signed in.',
    next: retry,
  },
  CrossSiteRequest: {
    title: 'Request blocked',
    sentence: 'It came from another site, so we did not act on it. Please start again here.',
    next: retry,
  },
  UnknownProvider: unknownProvider,
  InvalidProvider: unknownProvider,
  UnknownRoute: unknownRoute,
  UnknownAction: unknownRoute,
  MethodNotAllowed: {
    title: 'That is not how this address works',
    sentence: 'Please start again from the sign-in page.',
    next: retry,
  },
  InvalidRequestBody: {
    title: 'We could not read the form',
    sentence: 'Part of it was missing or damaged on the way. Please try again.',
    next: retry,
  },
  RequestBodyTooLarge: {
    title: 'The form was too large',
    sentence: 'It held more than we accept. Please shorten it and try again.',
    next: retry,
  },
  SessionTooLarge: {
    title: 'We could not keep you signed in',
    sentence:
      'Your session holds more than a browser can store. The owners of this site can fix it.',
    next: leave,
  },
  RateLimited: {
    title: 'Too many attempts',
    sentence: 'Please wait a few minutes, then try again.',
    next: retry,
  },
  UntrustedHost: {
    title: 'Unexpected address',
    sentence: 'This site is not set up to be reached at the address in your browser.',
    next: leave,
  },
}

import type { PageTexts } from '../../model/page-texts.js'

/** English. */
export const texts: PageTexts = {
  signIn: {
    heading: 'Sign in',
    headingTo: 'Sign in to {site}',
    lead: 'to continue to {site}',
    withProvider: 'Sign in with {provider}',
    continue: 'Continue',
    withEmail: 'Sign in with e-mail',
    withPassword: 'Sign in with a password',
    withPasskey: 'Use a passkey',
    mailInstead: 'E-mail me a link instead',
    email: 'E-mail',
    or: 'or',
    almostDone: 'Almost done',
    showPassword: 'Show password',
    lastUsed: 'Last used',
    noProviders: 'This site does not offer a way to sign in yet.',
    createPasskey: 'Create a passkey',
    passkeysUnavailable: 'Passkeys do not work here: they need JavaScript and a current browser.',
    passkeyCancelled: 'No passkey was used. Try again when you are ready.',
  },
  signOut: {
    heading: 'Sign out',
    question: 'Do you want to sign out of {site}?',
    plainQuestion: 'Do you want to sign out?',
    button: 'Sign out',
    stay: 'Stay signed in',
  },
  verifyRequest: {
    heading: 'Check your e-mail',
    sentTo: 'We sent a sign-in link to {email}.',
    sent: 'We sent you a sign-in link.',
    openLink: 'Open it to finish signing in.',
    openLinkOrTypeCode: 'Open it, or type the code from the e-mail here.',
    spam: 'Nothing there after a minute? Have a look in your spam folder.',
    tryAgain: 'Try again or use another address',
    code: 'Code from the e-mail',
    codeHint: 'The code has {length} digits.',
    codeButton: 'Continue',
    codeWrong: 'That code is wrong or has expired. Check it, or ask for a new e-mail.',
  },
  confirm: {
    heading: 'Finish signing in',
    lead: 'You are signing in to {site} as {email}.',
    plainLead: 'You are signing in as {email}.',
    button: 'Sign in',
    once: 'The link works only once. If you did not ask for it, just leave: nothing will happen.',
    notMe: 'This was not me',
  },
  grant: {
    heading: 'Permission needed',
    again: '{site} needs your permission again to use {provider}.',
    more: '{site} needs more permissions from you at {provider}.',
    otherAccount:
      'You chose another {provider} account than the one that is connected here. Choose that one, or disconnect it first.',
    connect: 'Connect {provider}',
    connectAgain: 'Connect {provider} again',
  },
  links: {
    toSignIn: 'Back to sign-in',
    toSite: 'Back to {site}',
    toAccount: 'Back to your account',
    signUp: 'Create account',
    noAccount: 'New here? Create account',
    haveAccount: 'Already have an account? Sign in',
    terms: 'Terms of service',
    privacy: 'Privacy policy',
  },
  mail: {
    subject: 'Sign in to {site}',
    heading: 'Sign in to {site}',
    button: 'Sign in',
    link: 'Open this link to sign in:',
    linkInstead: 'If the button does not work, open this link in your browser:',
    code: 'Or type this code where you asked to sign in:',
    once: 'This works only once, and for {duration}.',
    ignore: 'If you did not ask for this e-mail, you can ignore it.',
  },
  errors: {
    general: {
      title: 'Something went wrong',
      sentence: 'We could not complete that. Please try again.',
    },
    Configuration: {
      title: 'Something went wrong on our side',
      sentence: 'We could not sign you in. The owners of this site can find the cause in its log.',
    },
    AccessDenied: {
      title: 'Access denied',
      sentence: 'This account is not allowed to sign in here. You can try another one.',
    },
    Verification: {
      title: 'This link no longer works',
      sentence: 'It has expired or was used already. Sign in again to get a new one.',
    },
    MissingCSRF: {
      title: 'The form had expired',
      sentence: 'Please try again. If it keeps happening, allow cookies for this site.',
    },
    CredentialsSignin: {
      title: 'Those details do not match',
      sentence: 'Check what you entered and try again.',
    },
    OAuthCallbackError: {
      title: 'Sign-in was not completed',
      sentence: 'It was cancelled, or the other service refused it. Please try again.',
    },
    OAuthAttemptLost: {
      title: 'That sign-in is over',
      sentence:
        'It took too long, was finished already, or began in another browser. Please try again.',
    },
    OAuthMetadataInvalid: {
      title: 'We could not reach the service',
      sentence:
        'The service you chose is not set up as expected. Please try again or pick another way.',
    },
    OAuthProfileParseError: {
      title: 'We could not read your profile',
      sentence:
        'The service you chose did not tell us who you are. Please pick another way to sign in.',
    },
    OAuthRequestFailed: {
      title: 'We could not reach the service',
      sentence: 'The service you chose did not answer. Please try again or pick another way.',
    },
    OAuthResponseInvalid: {
      title: 'We could not verify the answer',
      sentence: 'The answer of the service you chose did not pass our checks. Please try again.',
    },
    OAuthAccountNotLinked: {
      title: 'You already have an account',
      sentence: 'Your e-mail address is in use here. Sign in the way you did the first time.',
    },
    AccountNotLinked: {
      title: 'Not connected to your account',
      sentence: 'Sign in the way you did the first time, then add this method.',
    },
    LastSignInMethod: {
      title: 'Your last way to sign in',
      sentence: 'Add another way to sign in before you remove this one.',
    },
    InvalidEmailAddress: {
      title: 'That is not an e-mail address',
      sentence: 'Check what you entered and try again.',
    },
    EmailSignInError: {
      title: 'The e-mail could not be sent',
      sentence: 'Please try again in a moment, or sign in another way.',
    },
    TooManyRequests: {
      title: 'Too many attempts',
      sentence: 'Please wait a little before you try again.',
    },
    ServerBusy: { title: 'Very busy', sentence: 'We are very busy. Try again in a moment.' },
    WebAuthnVerificationError: {
      title: 'Passkey not accepted',
      sentence: 'We could not verify your passkey. Try again or sign in another way.',
    },
    SessionRequired: {
      title: 'Please sign in first',
      sentence: 'The page you asked for is for people who are signed in.',
    },
    CrossSiteRequest: {
      title: 'Request blocked',
      sentence: 'It came from another site, so we did not act on it. Please start again here.',
    },
    InvalidProvider: {
      title: 'Unknown sign-in method',
      sentence: 'This site does not offer the sign-in method that was asked for.',
    },
    UnknownAction: {
      title: 'Page not found',
      sentence: 'There is nothing at this address.',
    },
    MethodNotAllowed: {
      title: 'That is not how this address works',
      sentence: 'Please start again from the sign-in page.',
    },
    InvalidRequestBody: {
      title: 'We could not read the form',
      sentence: 'Part of it was missing or damaged on the way. Please try again.',
    },
    RequestBodyTooLarge: {
      title: 'The form was too large',
      sentence: 'It held more than we accept. Please shorten it and try again.',
    },
    SessionTooLarge: {
      title: 'We could not keep you signed in',
      sentence:
        'Your session holds more than a browser can store. The owners of this site can fix it.',
    },
    UntrustedHost: {
      title: 'Unexpected address',
      sentence: 'This site is not set up to be reached at the address in your browser.',
    },
  },
}

import type { PasswordTexts } from '../../model/password-texts.js'

/** English. */
export const texts: PasswordTexts = {
  fields: {
    password: 'Password',
    newPassword: 'New password',
    currentPassword: 'Current password',
    hint: 'At least {length} characters. A few unrelated words make a good one.',
    username: 'User name',
    emailOrUsername: 'E-mail or user name',
    usernameHint: '3 to 32 characters: letters from a to z, digits, dots, _ and -.',
  },
  buttons: {
    sendLink: 'Send link',
    savePassword: 'Save password',
    changePassword: 'Change password',
    confirmAddress: 'Confirm address',
    restoreAddress: 'Restore address',
    continue: 'Continue',
  },
  problems: {
    tooShort: 'Use at least {length} characters.',
    tooLong: 'Use at most {length} characters.',
    known: 'This password is in a list of leaked ones. Choose another.',
    guessable: 'This is too close to your address or the name of this site.',
    notText: 'This password contains characters that we cannot read. Choose another.',
    same: 'That is your current password. Choose a new one.',
    wrongCurrent: 'That is not your current password.',
    usernameTaken: 'This user name is taken. Choose another.',
    usernameNotAllowed: 'Use 3 to 32 characters: letters from a to z, digits, dots, _ and -.',
    expiredLink: {
      title: 'This link no longer works',
      sentence: 'It has expired or was used already. Ask for a new one here.',
    },
  },
  links: { forgotPassword: 'Forgot your password?' },
  signUp: {
    heading: 'Create account',
    lead: 'Enter your e-mail address. We will send you a link to choose a password.',
    leadWithPassword:
      'Enter your e-mail address and choose a password. We will send you a link to confirm the address.',
  },
  forgotPassword: {
    heading: 'Forgot your password?',
    lead: 'Enter your e-mail address. We will send you a link to set a new one.',
  },
  mailSent: {
    lead: 'If we can use {email}, an e-mail is on its way. Open the link in it to go on.',
  },
  choosePassword: {
    firstHeading: 'Choose a password',
    newHeading: 'Choose a new password',
    lead: 'for your account at {site}',
    signsOut: 'This signs you out everywhere else.',
  },
  changePassword: { heading: 'Change password' },
  addPassword: {
    heading: 'Add a password',
    lead: 'We will send a link to {email}. Open it to choose a password.',
  },
  verifyEmail: {
    heading: 'Confirm your e-mail address',
    lead: 'Confirm that {email} is your address.',
  },
  changeAddress: {
    heading: 'Confirm your new address',
    lead: 'Your account will use {email} from now on.',
  },
  restoreAddress: {
    heading: 'Restore your address',
    lead: 'Your account will use {email} again. You will be signed out everywhere and choose a new password. Ways to sign in that were added since the change are removed, also passkeys and authenticator apps.',
  },
  done: {
    passwordChanged: {
      title: 'Your password is changed',
      sentence: 'You were signed out everywhere else.',
    },
    emailVerified: {
      title: 'Your address is confirmed',
      sentence: 'Thank you. You can continue now.',
    },
    addressChanged: {
      title: 'Your address is changed',
      sentence: 'Your account uses the new one from now on.',
    },
    addressRestored: {
      title: 'Your address is restored',
      sentence: 'You were signed out everywhere. Set a new password to go on.',
    },
  },
  mails: {
    signUp: {
      subject: 'Set your password for {site}',
      lead: 'Choose a password with this link.',
      button: 'Choose a password',
    },
    alreadyRegistered: {
      subject: 'You already have an account at {site}',
      lead: 'Someone, perhaps you, tried to sign up with this address. You can sign in with your password, or set a new one with this link.',
      leadWithMethods:
        'Someone, perhaps you, tried to sign up with this address. You can sign in with {methods}, or add a password with this link.',
      button: 'Set a password',
    },
    reset: {
      subject: 'Set a new password for {site}',
      lead: 'Choose a new password with this link.',
      button: 'Set new password',
    },
    changed: {
      subject: 'Your password for {site} was changed',
      lead: 'If this was not you, set a new one now with this link.',
      button: 'Set new password',
    },
    verify: {
      subject: 'Confirm your e-mail address for {site}',
      lead: 'Confirm with this link that this address is yours.',
      button: 'Confirm address',
    },
    newAddress: {
      subject: 'Confirm your new address for {site}',
      lead: 'Your account will use this address when you confirm it with this link.',
      button: 'Confirm address',
    },
    addressRequested: {
      subject: 'A new address for your account at {site} was requested',
      lead: 'A change of your account’s e-mail address was requested. Nothing has changed yet. If this was not you, set a new password with this link, which cancels the request and ends all other sessions.',
      button: 'Set new password',
    },
    oldAddress: {
      subject: 'Your address at {site} was changed',
      lead: 'Your account now uses another address. If this was not you, undo the change with this link.',
      button: 'Undo the change',
    },
    methodAdded: {
      subject: 'A new way to sign in to {site} was added',
      lead: 'Your account can now be opened with {methods}. If this was not you, set a new password with this link, which ends all other sessions, and remove {methods} from your account.',
      button: 'Set new password',
    },
    wasYou: 'If this was you, there is nothing to do.',
  },
}

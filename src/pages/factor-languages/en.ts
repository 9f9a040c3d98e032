import type { FactorTexts } from '../../model/factor-texts.js'

/** English. */
export const texts: FactorTexts = {
  names: {
    twoStep: 'Two-step sign-in',
    app: 'Authenticator app',
    recoveryCodes: 'Recovery codes',
    passkey: 'Security key or passkey',
    emailCode: 'Code by e-mail',
    browsers: 'Trusted browsers',
    unknownBrowser: 'Unknown browser',
  },
  fields: {
    code: 'Code',
    codeHint: 'The code has 6 digits.',
    recoveryCode: 'Recovery code',
    password: 'Password',
  },
  buttons: {
    continue: 'Continue',
    confirm: 'Confirm',
    remove: 'Remove',
    removeNamed: 'Remove {name}',
    addApp: 'Add an authenticator app',
    newCodes: 'Make new codes',
    download: 'Download as text',
    sendCode: 'Send code',
    sendAgain: 'Send a new code',
    usePasskey: 'Use a passkey',
    cancel: 'Cancel',
  },
  problems: {
    wrongCode: 'That code is wrong or was used already. Wait for the next one.',
    clock: 'Still wrong? Check that the clock of your device is right.',
    wrongMailedCode: 'That code is wrong or has expired. Check it, or ask for a new one.',
    wrongRecoveryCode: 'That is not one of your recovery codes, or it was used already.',
    wrongPassword: 'That is not your password.',
    limit: { title: 'Too many wrong codes', sentence: 'Try again in {duration}.' },
    expired: { title: 'That took too long', sentence: 'Sign in again.' },
  },
  instead: {
    code: 'Use your authenticator app instead',
    recoveryCode: 'Use a recovery code instead',
    passkey: 'Use a passkey instead',
    emailCode: 'Get a code by e-mail instead',
    password: 'Use your password instead',
    provider: 'Sign in again instead',
  },
  ask: {
    code: 'Type the code from your authenticator app.',
    recoveryCode: 'Type one of your recovery codes. It works once.',
    passkey: 'Use your passkey or security key.',
    emailCode: 'We will send a code to {email}.',
    emailCodeSent: 'Type the code that we sent to {email}.',
    password: 'Type your password.',
    provider: 'Continue with {provider}',
  },
  secondFactor: {
    remember: 'Do not ask again in this browser for {duration}',
  },
  addApp: {
    heading: 'Add an authenticator app',
    required: '{site} asks for a second step when you sign in.',
    lead: 'Scan this with your app, or type the key.',
    qrCode: 'QR code for your authenticator app',
    key: 'Key',
    openApp: 'Open in an app on this device',
    typeCode: 'Then type the code that it shows.',
  },
  recoveryCodes: {
    heading: 'Your recovery codes',
    lead: 'Keep these codes in a safe place. Each works once. We cannot show them again.',
    fileTitle: 'Recovery codes for {site}',
  },
  overview: {
    on: 'On. After you sign in, we ask for a code.',
    off: 'Off. Add an authenticator app to protect your account.',
    required: 'On. This site requires it.',
    added: 'Added {date}',
    lastUsed: 'Last used {date}',
    aboutRecoveryCodes: 'They let you in if you lose your device.',
    codesLeft: 'Codes left: {count}',
    fewCodes: 'Make new codes before you run out.',
    aboutBrowsers: 'We do not ask for a code in these browsers.',
    until: 'Until {date}',
  },
  prove: {
    heading: 'Confirm it is you',
    lead: 'Before you go on, confirm that it is you.',
    mailedInstead:
      '{provider} does not tell us that you just signed in. We sent a code to {email}.',
    signInInstead:
      '{provider} does not tell us that you just signed in. Sign in another way to confirm that it is you.',
    impossible:
      'We have no way to confirm that it is you. Your account has no password, and we cannot send you a code. Ask this site for help.',
  },
  mails: {
    added: {
      subject: 'A second step was added at {site}',
      lead: 'From now on, your account asks for it when you sign in.',
    },
    removed: {
      subject: 'A second step was removed at {site}',
      lead: 'Your account no longer accepts it.',
    },
    switchedOff: {
      subject: 'Two-step sign-in was switched off at {site}',
      lead: 'Your account no longer asks for a code when you sign in.',
    },
    recoveryCodeUsed: {
      subject: 'A recovery code was used at {site}',
      lead: 'Codes left: {count}. Make new ones before you run out.',
    },
    recoveryCodesMade: {
      subject: 'New recovery codes were made at {site}',
      lead: 'The old codes no longer work.',
    },
    guessed: {
      subject: 'Wrong codes were typed at {site}',
      lead: 'Wrong codes in a row: {count}. Someone else may know how you sign in.',
    },
    locked: {
      subject: 'Many wrong codes were typed at {site}',
      lead: 'Wrong codes in a row: {count}. For up to 30 days, only a recovery code or a passkey opens your account. Someone else may know how you sign in.',
    },
    signInCode: {
      subject: 'Your code for {site}',
      lead: 'Type this code to finish signing in.',
    },
    confirmCode: {
      subject: 'Your code for {site}',
      lead: 'Type this code to confirm that it is you.',
    },
    when: 'When: {date}',
    browser: 'Browser: {browser}',
    notYou: 'Not you? Secure your account now.',
    button: 'Secure my account',
    wasYou: 'If this was you, there is nothing to do.',
  },
}

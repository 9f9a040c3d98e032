import type { PasswordTexts } from '../../model/password-texts.js'

/** German. */
export const texts: PasswordTexts = {
  fields: {
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    currentPassword: 'Aktuelles Passwort',
    hint: 'Mindestens {length} Zeichen. Mehrere Wörter ohne Zusammenhang eignen sich gut.',
    username: 'Benutzername',
    emailOrUsername: 'E-Mail-Adresse oder Benutzername',
    usernameHint: '3 bis 32 Zeichen: Buchstaben von a bis z, Ziffern, Punkt, _ und -.',
  },
  buttons: {
    sendLink: 'Link senden',
    savePassword: 'Passwort speichern',
    changePassword: 'Passwort ändern',
    confirmAddress: 'Adresse bestätigen',
    restoreAddress: 'Adresse wiederherstellen',
    continue: 'Weiter',
  },
  problems: {
    tooShort: 'Verwenden Sie mindestens {length} Zeichen.',
    tooLong: 'Verwenden Sie höchstens {length} Zeichen.',
    known:
      'Dieses Passwort steht auf einer Liste bekannt gewordener Passwörter. Wählen Sie ein anderes.',
    guessable: 'Das ist Ihrer Adresse oder dem Namen dieser Website zu ähnlich.',
    notText: 'Dieses Passwort enthält Zeichen, die wir nicht lesen können. Wählen Sie ein anderes.',
    same: 'Das ist Ihr aktuelles Passwort. Wählen Sie ein neues.',
    wrongCurrent: 'Das ist nicht Ihr aktuelles Passwort.',
    usernameTaken: 'Dieser Benutzername ist vergeben. Bitte wählen Sie einen anderen.',
    usernameNotAllowed:
      'Erlaubt sind 3 bis 32 Zeichen: Buchstaben von a bis z, Ziffern, Punkt, _ und -.',
    expiredLink: {
      title: 'Dieser Link funktioniert nicht mehr',
      sentence: 'Er ist abgelaufen oder wurde schon benutzt. Fordern Sie hier einen neuen an.',
    },
  },
  links: { forgotPassword: 'Passwort vergessen?' },
  signUp: {
    heading: 'Konto erstellen',
    lead: 'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein Passwort wählen.',
    leadWithPassword:
      'Geben Sie Ihre E-Mail-Adresse ein und wählen Sie ein Passwort. Wir senden Ihnen einen Link, mit dem Sie die Adresse bestätigen.',
  },
  forgotPassword: {
    heading: 'Passwort vergessen?',
    lead: 'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues festlegen.',
  },
  mailSent: {
    lead: 'Wenn wir {email} verwenden können, ist eine E-Mail unterwegs. Öffnen Sie den Link darin, um fortzufahren.',
  },
  choosePassword: {
    firstHeading: 'Passwort wählen',
    newHeading: 'Neues Passwort wählen',
    lead: 'für Ihr Konto bei {site}',
    signsOut: 'Damit werden Sie überall sonst abgemeldet.',
  },
  changePassword: { heading: 'Passwort ändern' },
  addPassword: {
    heading: 'Passwort hinzufügen',
    lead: 'Wir senden einen Link an {email}. Öffnen Sie ihn, um ein Passwort zu wählen.',
  },
  verifyEmail: {
    heading: 'E-Mail-Adresse bestätigen',
    lead: 'Bestätigen Sie, dass {email} Ihre Adresse ist.',
  },
  changeAddress: {
    heading: 'Neue Adresse bestätigen',
    lead: 'Ihr Konto verwendet ab jetzt {email}.',
  },
  restoreAddress: {
    heading: 'Adresse wiederherstellen',
    lead: 'Ihr Konto verwendet wieder {email}. Sie werden überall abgemeldet und wählen ein neues Passwort. Anmeldewege, die seit der Änderung hinzugefügt wurden, werden entfernt, auch Passkeys und Authenticator-Apps.',
  },
  done: {
    passwordChanged: {
      title: 'Ihr Passwort wurde geändert',
      sentence: 'Sie wurden überall sonst abgemeldet.',
    },
    emailVerified: {
      title: 'Ihre Adresse ist bestätigt',
      sentence: 'Vielen Dank. Sie können jetzt fortfahren.',
    },
    addressChanged: {
      title: 'Ihre Adresse wurde geändert',
      sentence: 'Ihr Konto verwendet ab jetzt die neue.',
    },
    addressRestored: {
      title: 'Ihre Adresse wurde wiederhergestellt',
      sentence:
        'Sie wurden überall abgemeldet. Legen Sie ein neues Passwort fest, um fortzufahren.',
    },
  },
  mails: {
    signUp: {
      subject: 'Legen Sie Ihr Passwort für {site} fest',
      lead: 'Wählen Sie mit diesem Link ein Passwort.',
      button: 'Passwort wählen',
    },
    alreadyRegistered: {
      subject: 'Sie haben schon ein Konto bei {site}',
      lead: 'Jemand, vielleicht Sie selbst, wollte sich mit dieser Adresse registrieren. Sie können sich mit Ihrem Passwort anmelden oder mit diesem Link ein neues festlegen.',
      leadWithMethods:
        'Jemand, vielleicht Sie selbst, wollte sich mit dieser Adresse registrieren. Sie können sich mit {methods} anmelden oder mit diesem Link ein Passwort hinzufügen.',
      button: 'Passwort festlegen',
    },
    reset: {
      subject: 'Neues Passwort für {site} festlegen',
      lead: 'Wählen Sie mit diesem Link ein neues Passwort.',
      button: 'Neues Passwort wählen',
    },
    changed: {
      subject: 'Ihr Passwort für {site} wurde geändert',
      lead: 'Wenn Sie das nicht waren, legen Sie mit diesem Link sofort ein neues fest.',
      button: 'Neues Passwort festlegen',
    },
    verify: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse für {site}',
      lead: 'Bestätigen Sie mit diesem Link, dass dies Ihre Adresse ist.',
      button: 'Adresse bestätigen',
    },
    newAddress: {
      subject: 'Bestätigen Sie Ihre neue Adresse für {site}',
      lead: 'Ihr Konto verwendet diese Adresse, sobald Sie sie mit diesem Link bestätigen.',
      button: 'Adresse bestätigen',
    },
    addressRequested: {
      subject: 'Für Ihr Konto bei {site} wurde eine neue Adresse angefordert',
      lead: 'Für Ihr Konto wurde eine Änderung der E-Mail-Adresse angefordert. Noch ist nichts geändert. Wenn Sie das nicht waren, legen Sie mit diesem Link ein neues Passwort fest. Das verwirft die Anforderung und beendet alle anderen Sitzungen.',
      button: 'Neues Passwort festlegen',
    },
    oldAddress: {
      subject: 'Ihre Adresse bei {site} wurde geändert',
      lead: 'Ihr Konto verwendet jetzt eine andere E-Mail-Adresse. Wenn Sie das nicht waren, machen Sie die Änderung mit diesem Link rückgängig.',
      button: 'Änderung rückgängig machen',
    },
    methodAdded: {
      subject: 'Für {site} wurde ein neuer Anmeldeweg hinzugefügt',
      lead: 'Ihr Konto lässt sich jetzt auch mit {methods} öffnen. Wenn Sie das nicht waren, legen Sie mit diesem Link ein neues Passwort fest. Das beendet alle anderen Sitzungen. Entfernen Sie danach {methods} aus Ihrem Konto.',
      button: 'Neues Passwort festlegen',
    },
    wasYou: 'Wenn Sie das waren, brauchen Sie nichts zu tun.',
  },
}

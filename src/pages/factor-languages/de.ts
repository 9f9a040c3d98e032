import type { FactorTexts } from '../../model/factor-texts.js'

/** German. */
export const texts: FactorTexts = {
  names: {
    twoStep: 'Anmeldung in zwei Schritten',
    app: 'Authenticator-App',
    recoveryCodes: 'Wiederherstellungscodes',
    passkey: 'Sicherheitsschlüssel oder Passkey',
    emailCode: 'Code per E-Mail',
    browsers: 'Vertraute Browser',
    unknownBrowser: 'Unbekannter Browser',
  },
  fields: {
    code: 'Code',
    codeHint: 'Der Code hat 6 Ziffern.',
    recoveryCode: 'Wiederherstellungscode',
    password: 'Passwort',
  },
  buttons: {
    continue: 'Weiter',
    confirm: 'Bestätigen',
    remove: 'Entfernen',
    removeNamed: '{name} entfernen',
    addApp: 'Authenticator-App hinzufügen',
    newCodes: 'Neue Codes erstellen',
    download: 'Als Text herunterladen',
    sendCode: 'Code senden',
    sendAgain: 'Neuen Code senden',
    usePasskey: 'Passkey verwenden',
    cancel: 'Abbrechen',
  },
  problems: {
    wrongCode: 'Dieser Code ist falsch oder wurde schon benutzt. Warten Sie auf den nächsten.',
    clock: 'Immer noch falsch? Prüfen Sie, ob die Uhr Ihres Geräts richtig geht.',
    wrongMailedCode:
      'Dieser Code ist falsch oder abgelaufen. Prüfen Sie ihn oder fordern Sie einen neuen an.',
    wrongRecoveryCode: 'Das ist keiner Ihrer Wiederherstellungscodes, oder er wurde schon benutzt.',
    wrongPassword: 'Das ist nicht Ihr Passwort.',
    limit: {
      title: 'Zu viele falsche Codes',
      sentence: 'Versuchen Sie es in {duration} erneut.',
    },
    expired: {
      title: 'Das hat zu lange gedauert',
      sentence: 'Melden Sie sich noch einmal an.',
    },
  },
  instead: {
    code: 'Authenticator-App verwenden',
    recoveryCode: 'Wiederherstellungscode verwenden',
    passkey: 'Passkey verwenden',
    emailCode: 'Code per E-Mail erhalten',
    password: 'Passwort verwenden',
    provider: 'Neu anmelden',
  },
  ask: {
    code: 'Geben Sie den Code aus Ihrer Authenticator-App ein.',
    recoveryCode: 'Geben Sie einen Ihrer Wiederherstellungscodes ein. Er funktioniert nur einmal.',
    passkey: 'Verwenden Sie Ihren Passkey oder Sicherheitsschlüssel.',
    emailCode: 'Wir senden einen Code an {email}.',
    emailCodeSent: 'Geben Sie den Code ein, den wir an {email} gesendet haben.',
    password: 'Geben Sie Ihr Passwort ein.',
    provider: 'Weiter mit {provider}',
  },
  secondFactor: {
    remember: 'In diesem Browser {duration} lang nicht mehr fragen',
  },
  addApp: {
    heading: 'Authenticator-App hinzufügen',
    required: '{site} verlangt bei der Anmeldung einen zweiten Schritt.',
    lead: 'Scannen Sie dies mit Ihrer App oder geben Sie den Schlüssel ein.',
    qrCode: 'QR-Code für Ihre Authenticator-App',
    key: 'Schlüssel',
    openApp: 'In einer App auf diesem Gerät öffnen',
    typeCode: 'Geben Sie dann den Code ein, den sie anzeigt.',
  },
  recoveryCodes: {
    // Too long for one line on a phone.
    heading: 'Ihre Wieder\u00adherstellungs\u00adcodes',
    lead: 'Bewahren Sie diese Codes sicher auf. Jeder funktioniert einmal. Wir können sie nicht noch einmal zeigen.',
    fileTitle: 'Wiederherstellungscodes für {site}',
  },
  overview: {
    on: 'Aktiv. Nach der Anmeldung fragen wir nach einem Code.',
    off: 'Nicht aktiv. Schützen Sie Ihr Konto mit einer Authenticator-App.',
    required: 'Aktiv. Diese Website verlangt es.',
    added: 'Hinzugefügt: {date}',
    lastUsed: 'Zuletzt benutzt: {date}',
    aboutRecoveryCodes: 'Damit kommen Sie in Ihr Konto, wenn Sie Ihr Gerät verlieren.',
    codesLeft: 'Verbleibende Codes: {count}',
    fewCodes: 'Erstellen Sie neue Codes, bevor keine mehr übrig sind.',
    aboutBrowsers: 'In diesen Browsern fragen wir nicht nach einem Code.',
    until: 'Bis zum {date}',
  },
  prove: {
    heading: 'Bestätigen Sie, dass Sie es sind',
    lead: 'Bevor es weitergeht, bestätigen Sie, dass Sie es sind.',
    mailedInstead:
      '{provider} teilt uns nicht mit, dass Sie sich gerade angemeldet haben. Wir haben einen Code an {email} gesendet.',
    signInInstead:
      '{provider} teilt uns nicht mit, dass Sie sich gerade angemeldet haben. Melden Sie sich auf andere Weise an, um zu bestätigen, dass Sie es sind.',
    impossible:
      'Wir können nicht bestätigen, dass Sie es sind. Ihr Konto hat kein Passwort, und wir können Ihnen keinen Code senden. Bitten Sie diese Website um Hilfe.',
  },
  mails: {
    added: {
      subject: 'Bei {site} wurde eine neue Bestätigung für die Anmeldung hinzugefügt',
      lead: 'Ihr Konto fragt ab jetzt bei der Anmeldung danach.',
    },
    removed: {
      subject: 'Bei {site} wurde eine Bestätigung für die Anmeldung entfernt',
      lead: 'Ihr Konto akzeptiert sie nicht mehr.',
    },
    switchedOff: {
      subject: 'Bei {site} wurde die Anmeldung in zwei Schritten abgeschaltet',
      lead: 'Ihr Konto fragt bei der Anmeldung nicht mehr nach einem Code.',
    },
    recoveryCodeUsed: {
      subject: 'Bei {site} wurde ein Wiederherstellungscode benutzt',
      lead: 'Verbleibende Codes: {count}. Erstellen Sie neue, bevor keine mehr übrig sind.',
    },
    recoveryCodesMade: {
      subject: 'Bei {site} wurden neue Wiederherstellungscodes erstellt',
      lead: 'Die alten Codes funktionieren nicht mehr.',
    },
    guessed: {
      subject: 'Bei {site} wurden falsche Codes eingegeben',
      lead: 'Falsche Codes in Folge: {count}. Vielleicht kennt jemand anderes Ihre Anmeldedaten.',
    },
    locked: {
      subject: 'Bei {site} wurden viele falsche Codes eingegeben',
      lead: 'Falsche Codes in Folge: {count}. Bis zu 30 Tage lang öffnet nur ein Wiederherstellungscode oder ein Passkey Ihr Konto. Vielleicht kennt jemand anderes Ihre Anmeldedaten.',
    },
    signInCode: {
      subject: 'Ihr Code für {site}',
      lead: 'Geben Sie diesen Code ein, um die Anmeldung abzuschließen.',
    },
    confirmCode: {
      subject: 'Ihr Code für {site}',
      lead: 'Geben Sie diesen Code ein, um zu bestätigen, dass Sie es sind.',
    },
    when: 'Zeitpunkt: {date}',
    browser: 'Browser: {browser}',
    notYou: 'Das waren nicht Sie? Sichern Sie jetzt Ihr Konto.',
    button: 'Konto sichern',
    wasYou: 'Wenn Sie das waren, brauchen Sie nichts zu tun.',
  },
}

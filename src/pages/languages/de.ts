import type { PageTexts } from '../../model/page-texts.js'

/** German. */
export const texts: PageTexts = {
  signIn: {
    heading: 'Anmelden',
    headingTo: 'Bei {site} anmelden',
    lead: 'weiter zu {site}',
    withProvider: 'Mit {provider} anmelden',
    continue: 'Weiter',
    withEmail: 'Mit E-Mail anmelden',
    withPassword: 'Mit Passwort anmelden',
    withPasskey: 'Passkey verwenden',
    mailInstead: 'Stattdessen einen Link per E-Mail erhalten',
    email: 'E-Mail-Adresse',
    or: 'oder',
    almostDone: 'Fast geschafft',
    showPassword: 'Passwort anzeigen',
    lastUsed: 'Zuletzt benutzt',
    noProviders: 'Auf dieser Website kann man sich noch nicht anmelden.',
    createPasskey: 'Passkey erstellen',
    passkeysUnavailable:
      'Passkeys funktionieren hier nicht: Sie brauchen JavaScript und einen aktuellen Browser.',
    passkeyCancelled: 'Es wurde kein Passkey verwendet. Versuchen Sie es erneut.',
  },
  signOut: {
    heading: 'Abmelden',
    question: 'Möchten Sie sich von {site} abmelden?',
    plainQuestion: 'Möchten Sie sich abmelden?',
    button: 'Abmelden',
    stay: 'Angemeldet bleiben',
  },
  verifyRequest: {
    heading: 'Prüfen Sie Ihr Postfach',
    sentTo: 'Wir haben einen Anmeldelink an {email} gesendet.',
    sent: 'Wir haben Ihnen einen Anmeldelink gesendet.',
    openLink: 'Öffnen Sie ihn, um die Anmeldung abzuschließen.',
    openLinkOrTypeCode: 'Öffnen Sie ihn oder geben Sie hier den Code aus der E-Mail ein.',
    spam: 'Nach einer Minute noch nichts da? Sehen Sie im Spam-Ordner nach.',
    tryAgain: 'Erneut versuchen oder andere Adresse verwenden',
    code: 'Code aus der E-Mail',
    codeHint: 'Der Code hat {length} Ziffern.',
    codeButton: 'Weiter',
    codeWrong:
      'Der Code ist falsch oder abgelaufen. Prüfen Sie ihn oder fordern Sie eine neue E-Mail an.',
  },
  confirm: {
    heading: 'Anmeldung abschließen',
    lead: 'Sie melden sich bei {site} als {email} an.',
    plainLead: 'Sie melden sich als {email} an.',
    button: 'Anmelden',
    once: 'Der Link funktioniert nur einmal. Wenn Sie ihn nicht angefordert haben, verlassen Sie einfach diese Seite: Es passiert nichts.',
    notMe: 'Das war ich nicht',
  },
  grant: {
    heading: 'Zustimmung nötig',
    again: '{site} braucht erneut Ihre Zustimmung, um {provider} zu nutzen.',
    more: '{site} braucht weitere Berechtigungen von Ihnen bei {provider}.',
    otherAccount:
      'Sie haben ein anderes Konto bei {provider} gewählt als das hier verbundene. Wählen Sie dieses, oder trennen Sie es zuerst.',
    connect: '{provider} verbinden',
    connectAgain: '{provider} erneut verbinden',
  },
  links: {
    toSignIn: 'Zurück zur Anmeldung',
    toSite: 'Zurück zu {site}',
    toAccount: 'Zurück zu Ihrem Konto',
    signUp: 'Konto erstellen',
    noAccount: 'Noch kein Konto? Konto erstellen',
    haveAccount: 'Sie haben schon ein Konto? Anmelden',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutz',
  },
  mail: {
    subject: 'Anmeldung bei {site}',
    heading: 'Anmeldung bei {site}',
    button: 'Anmelden',
    link: 'Öffnen Sie diesen Link, um sich anzumelden:',
    linkInstead: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link im Browser:',
    code: 'Oder geben Sie diesen Code dort ein, wo Sie sich anmelden wollten:',
    once: 'Nur einmal verwendbar. Gültigkeit: {duration}.',
    ignore: 'Wenn Sie diese E-Mail nicht angefordert haben, können Sie sie ignorieren.',
  },
  errors: {
    general: {
      title: 'Etwas ist schiefgegangen',
      sentence: 'Das hat leider nicht geklappt. Bitte versuchen Sie es erneut.',
    },
    Configuration: {
      title: 'Bei uns ist etwas schiefgegangen',
      sentence:
        'Wir konnten Sie nicht anmelden. Die Betreiber finden die Ursache im Protokoll der Website.',
    },
    AccessDenied: {
      title: 'Zugriff verweigert',
      sentence:
        'Dieses Konto darf sich hier nicht anmelden. Sie können es mit einem anderen versuchen.',
    },
    Verification: {
      title: 'Dieser Link funktioniert nicht mehr',
      sentence:
        'Er ist abgelaufen oder wurde schon benutzt. Melden Sie sich erneut an, um einen neuen zu erhalten.',
    },
    MissingCSRF: {
      title: 'Das Formular war abgelaufen',
      sentence:
        'Bitte versuchen Sie es erneut. Wenn es wieder passiert, erlauben Sie Cookies für diese Website.',
    },
    CredentialsSignin: {
      title: 'Diese Angaben stimmen nicht',
      sentence: 'Prüfen Sie Ihre Eingabe und versuchen Sie es erneut.',
    },
    OAuthCallbackError: {
      title: 'Die Anmeldung wurde nicht abgeschlossen',
      sentence:
        'Sie wurde abgebrochen oder vom anderen Dienst abgelehnt. Bitte versuchen Sie es erneut.',
    },
    OAuthAttemptLost: {
      title: 'Diese Anmeldung ist vorbei',
      sentence:
        'Sie hat zu lange gedauert, war schon abgeschlossen oder begann in einem anderen Browser. Bitte versuchen Sie es erneut.',
    },
    OAuthMetadataInvalid: {
      title: 'Der Dienst ist nicht erreichbar',
      sentence:
        'Der gewählte Dienst ist nicht wie erwartet eingerichtet. Bitte versuchen Sie es erneut oder wählen Sie einen anderen Weg.',
    },
    OAuthProfileParseError: {
      title: 'Wir konnten Ihr Profil nicht lesen',
      sentence:
        'Der gewählte Dienst hat uns nicht mitgeteilt, wer Sie sind. Bitte melden Sie sich auf einem anderen Weg an.',
    },
    OAuthRequestFailed: {
      title: 'Der Dienst ist nicht erreichbar',
      sentence:
        'Der gewählte Dienst hat nicht geantwortet. Bitte versuchen Sie es erneut oder wählen Sie einen anderen Weg.',
    },
    OAuthResponseInvalid: {
      title: 'Wir konnten die Antwort nicht bestätigen',
      sentence:
        'Die Antwort des gewählten Dienstes hat unsere Prüfung nicht bestanden. Bitte versuchen Sie es erneut.',
    },
    OAuthAccountNotLinked: {
      title: 'Sie haben schon ein Konto',
      sentence:
        'Ihre E-Mail-Adresse wird hier schon verwendet. Melden Sie sich so an wie beim ersten Mal.',
    },
    AccountNotLinked: {
      title: 'Nicht mit Ihrem Konto verbunden',
      sentence: 'Melden Sie sich so an wie beim ersten Mal und fügen Sie diesen Weg dann hinzu.',
    },
    LastSignInMethod: {
      title: 'Ihr letzter Weg zur Anmeldung',
      sentence: 'Fügen Sie einen anderen Anmeldeweg hinzu, bevor Sie diesen entfernen.',
    },
    InvalidEmailAddress: {
      title: 'Das ist keine E-Mail-Adresse',
      sentence: 'Prüfen Sie Ihre Eingabe und versuchen Sie es erneut.',
    },
    EmailSignInError: {
      title: 'Die E-Mail konnte nicht gesendet werden',
      sentence:
        'Bitte versuchen Sie es gleich noch einmal oder melden Sie sich auf einem anderen Weg an.',
    },
    TooManyRequests: {
      title: 'Zu viele Versuche',
      sentence: 'Bitte warten Sie ein wenig, bevor Sie es erneut versuchen.',
    },
    ServerBusy: {
      title: 'Gerade viel los',
      sentence: 'Wir haben gerade sehr viel zu tun. Versuchen Sie es gleich noch einmal.',
    },
    WebAuthnVerificationError: {
      title: 'Passkey nicht angenommen',
      sentence:
        'Wir konnten Ihren Passkey nicht prüfen. Versuchen Sie es erneut oder melden Sie sich auf einem anderen Weg an.',
    },
    SessionRequired: {
      title: 'Bitte melden Sie sich zuerst an',
      sentence: 'Die gewünschte Seite ist nur für angemeldete Personen.',
    },
    CrossSiteRequest: {
      title: 'Anfrage blockiert',
      sentence:
        'Sie kam von einer anderen Website und wurde deshalb nicht ausgeführt. Bitte beginnen Sie hier von vorn.',
    },
    InvalidProvider: {
      title: 'Unbekannter Anmeldeweg',
      sentence: 'Diese Website bietet den gewünschten Anmeldeweg nicht an.',
    },
    UnknownAction: {
      title: 'Seite nicht gefunden',
      sentence: 'Unter dieser Adresse gibt es nichts.',
    },
    MethodNotAllowed: {
      title: 'So funktioniert diese Adresse nicht',
      sentence: 'Bitte beginnen Sie erneut auf der Anmeldeseite.',
    },
    InvalidRequestBody: {
      title: 'Wir konnten das Formular nicht lesen',
      sentence: 'Ein Teil fehlte oder wurde unterwegs beschädigt. Bitte versuchen Sie es erneut.',
    },
    RequestBodyTooLarge: {
      title: 'Das Formular war zu groß',
      sentence:
        'Es enthielt mehr, als wir annehmen. Bitte kürzen Sie es und versuchen Sie es erneut.',
    },
    SessionTooLarge: {
      title: 'Wir konnten Sie nicht angemeldet halten',
      sentence:
        'Ihre Sitzung enthält mehr, als ein Browser speichern kann. Die Betreiber dieser Website können das beheben.',
    },
    UntrustedHost: {
      title: 'Unerwartete Adresse',
      sentence:
        'Diese Website ist nicht dafür eingerichtet, unter der Adresse in Ihrem Browser erreicht zu werden.',
    },
  },
}

import type { FactorTexts } from '../../model/factor-texts.js'

/** Dutch. */
export const texts: FactorTexts = {
  names: {
    twoStep: 'Inloggen in twee stappen',
    app: 'Authenticator-app',
    recoveryCodes: 'Herstelcodes',
    passkey: 'Beveiligingssleutel of passkey',
    emailCode: 'Code per e-mail',
    browsers: 'Vertrouwde browsers',
    unknownBrowser: 'Onbekende browser',
  },
  fields: {
    code: 'Code',
    codeHint: 'De code heeft 6 cijfers.',
    recoveryCode: 'Herstelcode',
    password: 'Wachtwoord',
  },
  buttons: {
    continue: 'Doorgaan',
    confirm: 'Bevestigen',
    remove: 'Verwijderen',
    removeNamed: '{name} verwijderen',
    addApp: 'Authenticator-app toevoegen',
    newCodes: 'Nieuwe codes maken',
    download: 'Downloaden als tekst',
    sendCode: 'Code sturen',
    sendAgain: 'Nieuwe code sturen',
    usePasskey: 'Passkey gebruiken',
    cancel: 'Annuleren',
  },
  problems: {
    wrongCode: 'De code klopt niet of is al gebruikt. Wacht op de volgende.',
    clock: 'Klopt het nog steeds niet? Controleer of de klok van uw apparaat goed staat.',
    wrongMailedCode:
      'De code klopt niet of is verlopen. Controleer de code of vraag een nieuwe aan.',
    wrongRecoveryCode: 'Dat is niet een van uw herstelcodes, of de code is al gebruikt.',
    wrongPassword: 'Dat is niet uw wachtwoord.',
    limit: {
      title: 'Te veel verkeerde codes',
      sentence: 'Probeer het over {duration} opnieuw.',
    },
    expired: {
      title: 'Dat duurde te lang',
      sentence: 'Log opnieuw in.',
    },
  },
  instead: {
    code: 'Authenticator-app gebruiken',
    recoveryCode: 'Herstelcode gebruiken',
    passkey: 'Passkey gebruiken',
    emailCode: 'Code per e-mail ontvangen',
    password: 'Wachtwoord gebruiken',
    provider: 'Opnieuw inloggen',
  },
  ask: {
    code: 'Typ de code uit uw authenticator-app.',
    recoveryCode: 'Typ een van uw herstelcodes. De code werkt één keer.',
    passkey: 'Gebruik uw passkey of beveiligingssleutel.',
    emailCode: 'We sturen een code naar {email}.',
    emailCodeSent: 'Typ de code die we naar {email} hebben gestuurd.',
    password: 'Typ uw wachtwoord.',
    provider: 'Doorgaan met {provider}',
  },
  secondFactor: {
    remember: 'In deze browser {duration} niet meer vragen',
  },
  addApp: {
    heading: 'Authenticator-app toevoegen',
    required: '{site} vraagt om een tweede stap bij het inloggen.',
    lead: 'Scan dit met uw app of typ de sleutel.',
    qrCode: 'QR-code voor uw authenticator-app',
    key: 'Sleutel',
    openApp: 'Openen in een app op dit apparaat',
    typeCode: 'Typ daarna de code die de app toont.',
  },
  recoveryCodes: {
    heading: 'Uw herstelcodes',
    lead: 'Bewaar deze codes op een veilige plek. Elke code werkt één keer. We kunnen ze niet nog eens tonen.',
    fileTitle: 'Herstelcodes voor {site}',
  },
  overview: {
    on: 'Aan. Na het inloggen vragen we om een code.',
    off: 'Uit. Voeg een authenticator-app toe om uw account te beschermen.',
    required: 'Aan. Deze site vereist het.',
    added: 'Toegevoegd op {date}',
    lastUsed: 'Laatst gebruikt op {date}',
    aboutRecoveryCodes: 'Hiermee komt u binnen als u uw apparaat kwijtraakt.',
    codesLeft: 'Resterende codes: {count}',
    fewCodes: 'Maak nieuwe codes voordat ze op zijn.',
    aboutBrowsers: 'In deze browsers vragen we niet om een code.',
    until: 'Tot {date}',
  },
  prove: {
    heading: 'Bevestig dat u het bent',
    lead: 'Bevestig dat u het bent voordat u verdergaat.',
    mailedInstead:
      '{provider} laat ons niet weten dat u net hebt ingelogd. We hebben een code naar {email} gestuurd.',
    signInInstead:
      '{provider} laat ons niet weten dat u net hebt ingelogd. Log op een andere manier in om te bevestigen dat u het bent.',
    impossible:
      'We kunnen niet bevestigen dat u het bent. Uw account heeft geen wachtwoord en we kunnen u geen code sturen. Vraag deze site om hulp.',
  },
  mails: {
    added: {
      subject: 'Er is een nieuwe bevestiging voor het inloggen toegevoegd bij {site}',
      lead: 'Uw account vraagt er voortaan om bij het inloggen.',
    },
    removed: {
      subject: 'Er is een bevestiging voor het inloggen verwijderd bij {site}',
      lead: 'Uw account accepteert die niet meer.',
    },
    switchedOff: {
      subject: 'Inloggen in twee stappen is uitgeschakeld bij {site}',
      lead: 'Uw account vraagt bij het inloggen niet meer om een code.',
    },
    recoveryCodeUsed: {
      subject: 'Er is een herstelcode gebruikt bij {site}',
      lead: 'Resterende codes: {count}. Maak nieuwe voordat ze op zijn.',
    },
    recoveryCodesMade: {
      subject: 'Er zijn nieuwe herstelcodes gemaakt bij {site}',
      lead: 'De oude codes werken niet meer.',
    },
    guessed: {
      subject: 'Er zijn verkeerde codes ingevoerd bij {site}',
      lead: 'Verkeerde codes achter elkaar: {count}. Misschien kent iemand anders uw inloggegevens.',
    },
    locked: {
      subject: 'Er zijn veel verkeerde codes ingevoerd bij {site}',
      lead: 'Verkeerde codes achter elkaar: {count}. Hoogstens 30 dagen lang opent alleen een herstelcode of een passkey uw account. Misschien kent iemand anders uw inloggegevens.',
    },
    signInCode: {
      subject: 'Uw code voor {site}',
      lead: 'Typ deze code om het inloggen af te ronden.',
    },
    confirmCode: {
      subject: 'Uw code voor {site}',
      lead: 'Typ deze code om te bevestigen dat u het bent.',
    },
    when: 'Wanneer: {date}',
    browser: 'Browser: {browser}',
    notYou: 'Was u dit niet? Beveilig dan nu uw account.',
    button: 'Mijn account beveiligen',
    wasYou: 'Als u dit was, hoeft u niets te doen.',
  },
}

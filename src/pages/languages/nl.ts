import type { PageTexts } from '../../model/page-texts.js'

/** Dutch. */
export const texts: PageTexts = {
  signIn: {
    heading: 'Inloggen',
    headingTo: 'Inloggen bij {site}',
    lead: 'om verder te gaan naar {site}',
    withProvider: 'Inloggen met {provider}',
    continue: 'Doorgaan',
    withEmail: 'Inloggen met e-mail',
    withPassword: 'Inloggen met een wachtwoord',
    withPasskey: 'Een passkey gebruiken',
    mailInstead: 'Stuur me in plaats daarvan een link per e-mail',
    email: 'E-mailadres',
    or: 'of',
    almostDone: 'Bijna klaar',
    showPassword: 'Wachtwoord tonen',
    lastUsed: 'Laatst gebruikt',
    noProviders: 'Op deze site kunt u nog niet inloggen.',
    createPasskey: 'Passkey maken',
    passkeysUnavailable:
      'Passkeys werken hier niet: ze hebben JavaScript en een recente browser nodig.',
    passkeyCancelled: 'Er is geen passkey gebruikt. Probeer het opnieuw.',
  },
  signOut: {
    heading: 'Uitloggen',
    question: 'Wilt u uitloggen bij {site}?',
    plainQuestion: 'Wilt u uitloggen?',
    button: 'Uitloggen',
    stay: 'Ingelogd blijven',
  },
  verifyRequest: {
    heading: 'Bekijk uw e-mail',
    sentTo: 'We hebben een inloglink gestuurd naar {email}.',
    sent: 'We hebben u een inloglink gestuurd.',
    openLink: 'Open de link om het inloggen af te ronden.',
    openLinkOrTypeCode: 'Open de link of typ hier de code uit de e-mail.',
    spam: 'Na een minuut nog niets? Kijk dan in uw spammap.',
    tryAgain: 'Opnieuw proberen of een ander adres gebruiken',
    code: 'Code uit de e-mail',
    codeHint: 'De code heeft {length} cijfers.',
    codeButton: 'Doorgaan',
    codeWrong:
      'De code klopt niet of is verlopen. Controleer de code of vraag een nieuwe e-mail aan.',
  },
  confirm: {
    heading: 'Inloggen afronden',
    lead: 'U logt in bij {site} als {email}.',
    plainLead: 'U logt in als {email}.',
    button: 'Inloggen',
    once: 'De link werkt maar één keer. Hebt u hem niet aangevraagd? Verlaat dan gewoon deze pagina: er gebeurt niets.',
    notMe: 'Dit was ik niet',
  },
  grant: {
    heading: 'Toestemming nodig',
    again: '{site} heeft opnieuw uw toestemming nodig om {provider} te gebruiken.',
    more: '{site} heeft meer machtigingen van u nodig bij {provider}.',
    otherAccount:
      'U hebt een ander account bij {provider} gekozen dan het account dat hier gekoppeld is. Kies dat account, of ontkoppel het eerst.',
    connect: '{provider} koppelen',
    connectAgain: '{provider} opnieuw koppelen',
  },
  links: {
    toSignIn: 'Terug naar inloggen',
    toSite: 'Terug naar {site}',
    toAccount: 'Terug naar uw account',
    signUp: 'Account maken',
    noAccount: 'Nog geen account? Account maken',
    haveAccount: 'Hebt u al een account? Inloggen',
    terms: 'Gebruiksvoorwaarden',
    privacy: 'Privacybeleid',
  },
  mail: {
    subject: 'Inloggen bij {site}',
    heading: 'Inloggen bij {site}',
    button: 'Inloggen',
    link: 'Open deze link om in te loggen:',
    linkInstead: 'Werkt de knop niet? Open dan deze link in uw browser:',
    code: 'Of typ deze code waar u wilde inloggen:',
    once: 'Werkt maar één keer. Geldigheid: {duration}.',
    ignore: 'Hebt u deze e-mail niet aangevraagd? Dan kunt u hem negeren.',
  },
  errors: {
    general: {
      title: 'Er ging iets mis',
      sentence: 'Dat is niet gelukt. Probeer het opnieuw.',
    },
    Configuration: {
      title: 'Er ging bij ons iets mis',
      sentence:
        'We konden u niet inloggen. De beheerders van deze site vinden de oorzaak in het logboek.',
    },
    AccessDenied: {
      title: 'Toegang geweigerd',
      sentence: 'Met dit account kunt u hier niet inloggen. U kunt een ander proberen.',
    },
    Verification: {
      title: 'Deze link werkt niet meer',
      sentence: 'Hij is verlopen of al gebruikt. Log opnieuw in om een nieuwe te krijgen.',
    },
    MissingCSRF: {
      title: 'Het formulier was verlopen',
      sentence: 'Probeer het opnieuw. Gebeurt het weer, sta dan cookies toe voor deze site.',
    },
    CredentialsSignin: {
      title: 'Deze gegevens kloppen niet',
      sentence: 'Controleer wat u hebt ingevuld en probeer het opnieuw.',
    },
    OAuthCallbackError: {
      title: 'Het inloggen is niet afgerond',
      sentence: 'Het is geannuleerd of door de andere dienst geweigerd. Probeer het opnieuw.',
    },
    OAuthAttemptLost: {
      title: 'Deze inlogpoging is voorbij',
      sentence:
        'Ze duurde te lang, was al afgerond of begon in een andere browser. Probeer het opnieuw.',
    },
    OAuthMetadataInvalid: {
      title: 'We konden de dienst niet bereiken',
      sentence:
        'De gekozen dienst is niet ingesteld zoals verwacht. Probeer het opnieuw of kies een andere manier.',
    },
    OAuthProfileParseError: {
      title: 'We konden uw profiel niet lezen',
      sentence:
        'De gekozen dienst heeft ons niet verteld wie u bent. Kies een andere manier om in te loggen.',
    },
    OAuthRequestFailed: {
      title: 'We konden de dienst niet bereiken',
      sentence:
        'De gekozen dienst gaf geen antwoord. Probeer het opnieuw of kies een andere manier.',
    },
    OAuthResponseInvalid: {
      title: 'We konden het antwoord niet controleren',
      sentence:
        'Het antwoord van de gekozen dienst kwam niet door onze controle. Probeer het opnieuw.',
    },
    OAuthAccountNotLinked: {
      title: 'U hebt al een account',
      sentence: 'Uw e-mailadres is hier al in gebruik. Log in zoals de eerste keer.',
    },
    AccountNotLinked: {
      title: 'Niet gekoppeld aan uw account',
      sentence: 'Log in zoals de eerste keer en voeg daarna deze manier toe.',
    },
    LastSignInMethod: {
      title: 'Uw laatste manier om in te loggen',
      sentence: 'Voeg een andere manier toe voordat u deze verwijdert.',
    },
    InvalidEmailAddress: {
      title: 'Dit is geen e-mailadres',
      sentence: 'Controleer wat u hebt ingevuld en probeer het opnieuw.',
    },
    EmailSignInError: {
      title: 'De e-mail kon niet worden verstuurd',
      sentence: 'Probeer het zo meteen opnieuw of log op een andere manier in.',
    },
    TooManyRequests: {
      title: 'Te veel pogingen',
      sentence: 'Wacht even voordat u het opnieuw probeert.',
    },
    ServerBusy: {
      title: 'Erg druk',
      sentence: 'Het is erg druk. Probeer het zo dadelijk opnieuw.',
    },
    WebAuthnVerificationError: {
      title: 'Passkey niet geaccepteerd',
      sentence:
        'We konden uw passkey niet controleren. Probeer het opnieuw of log op een andere manier in.',
    },
    SessionRequired: {
      title: 'Log eerst in',
      sentence: 'De gevraagde pagina is alleen voor mensen die zijn ingelogd.',
    },
    CrossSiteRequest: {
      title: 'Verzoek geblokkeerd',
      sentence:
        'Het kwam van een andere site, daarom hebben we het niet uitgevoerd. Begin hier opnieuw.',
    },
    InvalidProvider: {
      title: 'Onbekende inlogmethode',
      sentence: 'Deze site biedt de gevraagde inlogmethode niet aan.',
    },
    UnknownAction: {
      title: 'Pagina niet gevonden',
      sentence: 'Op dit adres is niets te vinden.',
    },
    MethodNotAllowed: {
      title: 'Zo werkt dit adres niet',
      sentence: 'Begin opnieuw op de inlogpagina.',
    },
    InvalidRequestBody: {
      title: 'We konden het formulier niet lezen',
      sentence: 'Een deel ontbrak of raakte onderweg beschadigd. Probeer het opnieuw.',
    },
    RequestBodyTooLarge: {
      title: 'Het formulier was te groot',
      sentence: 'Er stond meer in dan we accepteren. Kort het in en probeer het opnieuw.',
    },
    SessionTooLarge: {
      title: 'We konden u niet ingelogd houden',
      sentence:
        'Uw sessie bevat meer dan een browser kan bewaren. De beheerders van deze site kunnen dit oplossen.',
    },
    UntrustedHost: {
      title: 'Onverwacht adres',
      sentence: 'Deze site is niet ingesteld voor het adres in uw browser.',
    },
  },
}

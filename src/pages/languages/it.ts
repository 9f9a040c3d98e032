import type { PageTexts } from '../../model/page-texts.js'

/** Italian. */
export const texts: PageTexts = {
  signIn: {
    heading: 'Accedi',
    headingTo: 'Accedi a {site}',
    lead: 'per continuare su {site}',
    withProvider: 'Accedi con {provider}',
    continue: 'Continua',
    withEmail: 'Accedi con l’e-mail',
    withPassword: 'Accedi con la password',
    withPasskey: 'Usa una passkey',
    mailInstead: 'Inviami invece un link via e-mail',
    email: 'Indirizzo e-mail',
    or: 'oppure',
    almostDone: 'Ci siamo quasi',
    showPassword: 'Mostra password',
    lastUsed: 'Ultimo usato',
    noProviders: 'Questo sito non offre ancora un modo per accedere.',
    createPasskey: 'Crea una passkey',
    passkeysUnavailable:
      'Le passkey non funzionano qui: richiedono JavaScript e un browser aggiornato.',
    passkeyCancelled: 'Non è stata usata alcuna passkey. Riprovi.',
  },
  signOut: {
    heading: 'Esci',
    question: 'Vuole uscire da {site}?',
    plainQuestion: 'Vuole uscire?',
    button: 'Esci',
    stay: 'Non uscire',
  },
  verifyRequest: {
    heading: 'Controlli la Sua posta',
    sentTo: 'Abbiamo inviato un link di accesso a {email}.',
    sent: 'Le abbiamo inviato un link di accesso.',
    openLink: 'Lo apra per completare l’accesso.',
    openLinkOrTypeCode: 'Lo apra, oppure inserisca qui il codice ricevuto per e-mail.',
    spam: 'Dopo un minuto non c’è ancora nulla? Guardi nella cartella dello spam.',
    tryAgain: 'Riprova o usa un altro indirizzo',
    code: 'Codice ricevuto per e-mail',
    codeHint: 'Il codice ha {length} cifre.',
    codeButton: 'Continua',
    codeWrong: 'Il codice è errato o scaduto. Lo controlli o richieda una nuova e-mail.',
  },
  confirm: {
    heading: 'Completi l’accesso',
    lead: 'Sta accedendo a {site} come {email}.',
    plainLead: 'Sta accedendo come {email}.',
    button: 'Accedi',
    once: 'Il link funziona una sola volta. Se non lo ha richiesto, lasci questa pagina: non succederà nulla.',
    notMe: 'Non l’ho chiesto io',
  },
  grant: {
    heading: 'Autorizzazione necessaria',
    again: '{site} richiede di nuovo la Sua autorizzazione per usare {provider}.',
    more: '{site} richiede altre autorizzazioni da parte Sua presso {provider}.',
    otherAccount:
      'Ha scelto un account {provider} diverso da quello collegato qui. Scelga quello, oppure lo scolleghi prima.',
    connect: 'Collega {provider}',
    connectAgain: 'Collega di nuovo {provider}',
  },
  links: {
    toSignIn: 'Torna all’accesso',
    toSite: 'Torna a {site}',
    toAccount: 'Torna al Suo account',
    signUp: 'Crea account',
    noAccount: 'Non ha un account? Crea account',
    haveAccount: 'Ha già un account? Accedi',
    terms: 'Termini di servizio',
    privacy: 'Informativa sulla privacy',
  },
  mail: {
    subject: 'Accesso a {site}',
    heading: 'Accesso a {site}',
    button: 'Accedi',
    link: 'Apra questo link per accedere:',
    linkInstead: 'Se il pulsante non funziona, apra questo link nel browser:',
    code: 'Oppure inserisca questo codice dove ha chiesto di accedere:',
    once: 'Utilizzabile una sola volta. Validità: {duration}.',
    ignore: 'Se non ha richiesto questa e-mail, può ignorarla.',
  },
  errors: {
    general: {
      title: 'Qualcosa è andato storto',
      sentence: 'Non è stato possibile completare l’operazione. La preghiamo di riprovare.',
    },
    Configuration: {
      title: 'Qualcosa è andato storto da parte nostra',
      sentence:
        'Non è stato possibile effettuare l’accesso. I gestori del sito troveranno la causa nel registro.',
    },
    AccessDenied: {
      title: 'Accesso negato',
      sentence: 'Questo account non è autorizzato ad accedere. Può provare con un altro.',
    },
    Verification: {
      title: 'Questo link non funziona più',
      sentence: 'È scaduto o è già stato usato. Acceda di nuovo per riceverne un altro.',
    },
    MissingCSRF: {
      title: 'Il modulo era scaduto',
      sentence: 'La preghiamo di riprovare. Se succede ancora, consenta i cookie per questo sito.',
    },
    CredentialsSignin: {
      title: 'I dati non corrispondono',
      sentence: 'Controlli quanto inserito e riprovi.',
    },
    OAuthCallbackError: {
      title: 'L’accesso non è stato completato',
      sentence: 'È stato annullato o rifiutato dall’altro servizio. La preghiamo di riprovare.',
    },
    OAuthAttemptLost: {
      title: 'Quell’accesso è terminato',
      sentence:
        'È durato troppo, era già concluso o è iniziato in un altro browser. La preghiamo di riprovare.',
    },
    OAuthMetadataInvalid: {
      title: 'Impossibile raggiungere il servizio',
      sentence:
        'Il servizio scelto non è configurato come previsto. Riprovi o scelga un altro modo.',
    },
    OAuthProfileParseError: {
      title: 'Impossibile leggere il Suo profilo',
      sentence:
        'Il servizio scelto non ci ha comunicato la Sua identità. Scelga un altro modo per accedere.',
    },
    OAuthRequestFailed: {
      title: 'Impossibile raggiungere il servizio',
      sentence: 'Il servizio scelto non ha risposto. Riprovi o scelga un altro modo.',
    },
    OAuthResponseInvalid: {
      title: 'Impossibile verificare la risposta',
      sentence:
        'La risposta del servizio scelto non ha superato i nostri controlli. La preghiamo di riprovare.',
    },
    OAuthAccountNotLinked: {
      title: 'Ha già un account',
      sentence: 'Il Suo indirizzo e-mail è già in uso qui. Acceda come la prima volta.',
    },
    AccountNotLinked: {
      title: 'Non collegato al Suo account',
      sentence: 'Acceda come la prima volta, poi aggiunga questo metodo.',
    },
    LastSignInMethod: {
      title: 'Il Suo ultimo modo per accedere',
      sentence: 'Aggiunga un altro modo per accedere prima di rimuovere questo.',
    },
    InvalidEmailAddress: {
      title: 'Non è un indirizzo e-mail',
      sentence: 'Controlli quanto inserito e riprovi.',
    },
    EmailSignInError: {
      title: 'Impossibile inviare l’e-mail',
      sentence: 'Riprovi tra un momento o acceda in un altro modo.',
    },
    TooManyRequests: {
      title: 'Troppi tentativi',
      sentence: 'Attenda un po’ prima di riprovare.',
    },
    ServerBusy: {
      title: 'Molto traffico',
      sentence: 'Siamo molto occupati. Riprovi tra un momento.',
    },
    WebAuthnVerificationError: {
      title: 'Passkey non accettata',
      sentence:
        'Non è stato possibile verificare la Sua passkey. Riprovi o acceda in un altro modo.',
    },
    SessionRequired: {
      title: 'Prima effettui l’accesso',
      sentence: 'La pagina richiesta è riservata a chi ha effettuato l’accesso.',
    },
    CrossSiteRequest: {
      title: 'Richiesta bloccata',
      sentence: 'Proveniva da un altro sito, quindi non è stata eseguita. Ricominci da qui.',
    },
    InvalidProvider: {
      title: 'Metodo di accesso sconosciuto',
      sentence: 'Questo sito non offre il metodo di accesso richiesto.',
    },
    UnknownAction: {
      title: 'Pagina non trovata',
      sentence: 'A questo indirizzo non c’è nulla.',
    },
    MethodNotAllowed: {
      title: 'Questo indirizzo non funziona così',
      sentence: 'Ricominci dalla pagina di accesso.',
    },
    InvalidRequestBody: {
      title: 'Impossibile leggere il modulo',
      sentence: 'Una parte mancava o si è danneggiata. La preghiamo di riprovare.',
    },
    RequestBodyTooLarge: {
      title: 'Il modulo era troppo grande',
      sentence: 'Conteneva più di quanto accettiamo. Lo accorci e riprovi.',
    },
    SessionTooLarge: {
      title: 'Impossibile mantenere l’accesso',
      sentence:
        'La Sua sessione contiene più di quanto un browser possa conservare. I gestori del sito possono rimediare.',
    },
    UntrustedHost: {
      title: 'Indirizzo imprevisto',
      sentence: 'Questo sito non è predisposto per l’indirizzo mostrato dal Suo browser.',
    },
  },
}

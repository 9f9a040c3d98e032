import type { FactorTexts } from '../../model/factor-texts.js'

/** Italian. */
export const texts: FactorTexts = {
  names: {
    twoStep: 'Accesso in due passaggi',
    app: 'App di autenticazione',
    recoveryCodes: 'Codici di recupero',
    passkey: 'Chiave di sicurezza o passkey',
    emailCode: 'Codice via e-mail',
    browsers: 'Browser attendibili',
    unknownBrowser: 'Browser sconosciuto',
  },
  fields: {
    code: 'Codice',
    codeHint: 'Il codice ha 6 cifre.',
    recoveryCode: 'Codice di recupero',
    password: 'Password',
  },
  buttons: {
    continue: 'Continua',
    confirm: 'Conferma',
    remove: 'Rimuovi',
    removeNamed: 'Rimuovi {name}',
    addApp: 'Aggiungi un’app di autenticazione',
    newCodes: 'Crea nuovi codici',
    download: 'Scarica come testo',
    sendCode: 'Invia codice',
    sendAgain: 'Invia un nuovo codice',
    usePasskey: 'Usa una passkey',
    cancel: 'Annulla',
  },
  problems: {
    wrongCode: 'Il codice è errato o è già stato usato. Attenda il prossimo.',
    clock: 'Ancora errato? Controlli che l’orologio del Suo dispositivo sia corretto.',
    wrongMailedCode: 'Il codice è errato o scaduto. Lo controlli o ne richieda uno nuovo.',
    wrongRecoveryCode: 'Non è uno dei Suoi codici di recupero, oppure è già stato usato.',
    wrongPassword: 'Questa non è la Sua password.',
    limit: {
      title: 'Troppi codici errati',
      sentence: 'Riprovi tra {duration}.',
    },
    expired: {
      title: 'È passato troppo tempo',
      sentence: 'Acceda di nuovo.',
    },
  },
  instead: {
    code: 'Usa invece l’app di autenticazione',
    recoveryCode: 'Usa invece un codice di recupero',
    passkey: 'Usa invece una passkey',
    emailCode: 'Ricevi invece un codice via e-mail',
    password: 'Usa invece la password',
    provider: 'Accedi di nuovo',
  },
  ask: {
    code: 'Inserisca il codice della Sua app di autenticazione.',
    recoveryCode: 'Inserisca uno dei Suoi codici di recupero. Funziona una sola volta.',
    passkey: 'Usi la Sua passkey o chiave di sicurezza.',
    emailCode: 'Invieremo un codice a {email}.',
    emailCodeSent: 'Inserisca il codice che abbiamo inviato a {email}.',
    password: 'Inserisca la Sua password.',
    provider: 'Continua con {provider}',
  },
  secondFactor: {
    remember: 'Non chiedere più in questo browser per {duration}',
  },
  addApp: {
    heading: 'Aggiungi un’app di autenticazione',
    required: '{site} richiede un secondo passaggio per l’accesso.',
    lead: 'Scansioni questo codice con la Sua app o inserisca la chiave.',
    qrCode: 'Codice QR per la Sua app di autenticazione',
    key: 'Chiave',
    openApp: 'Apri in un’app di questo dispositivo',
    typeCode: 'Poi inserisca il codice che viene mostrato.',
  },
  recoveryCodes: {
    heading: 'I Suoi codici di recupero',
    lead: 'Conservi questi codici in un luogo sicuro. Ciascuno funziona una sola volta. Non potremo mostrarli di nuovo.',
    fileTitle: 'Codici di recupero per {site}',
  },
  overview: {
    on: 'Attivo. Dopo l’accesso chiediamo un codice.',
    off: 'Non attivo. Aggiunga un’app di autenticazione per proteggere il Suo account.',
    required: 'Attivo. Questo sito lo richiede.',
    added: 'Data di aggiunta: {date}',
    lastUsed: 'Ultimo utilizzo: {date}',
    aboutRecoveryCodes: 'Le permettono di accedere se perde il Suo dispositivo.',
    codesLeft: 'Codici rimasti: {count}',
    fewCodes: 'Crei nuovi codici prima che finiscano.',
    aboutBrowsers: 'In questi browser non chiediamo un codice.',
    until: 'Fino al {date}',
  },
  prove: {
    heading: 'Confermi la Sua identità',
    lead: 'Prima di continuare, confermi la Sua identità.',
    mailedInstead:
      '{provider} non ci comunica che ha appena effettuato l’accesso. Abbiamo inviato un codice a {email}.',
    signInInstead:
      '{provider} non ci comunica che ha appena effettuato l’accesso. Acceda in un altro modo per confermare che è Lei.',
    impossible:
      'Non possiamo confermare la Sua identità. Il Suo account non ha una password e non possiamo inviarLe un codice. Chieda assistenza a questo sito.',
  },
  mails: {
    added: {
      subject: 'È stato aggiunto un nuovo modo di confermare l’accesso a {site}',
      lead: 'Da ora in poi il Suo account lo chiederà all’accesso.',
    },
    removed: {
      subject: 'È stato rimosso un modo di confermare l’accesso a {site}',
      lead: 'Il Suo account non lo accetta più.',
    },
    switchedOff: {
      subject: 'L’accesso in due passaggi a {site} è stato disattivato',
      lead: 'Il Suo account non chiede più un codice all’accesso.',
    },
    recoveryCodeUsed: {
      subject: 'È stato usato un codice di recupero su {site}',
      lead: 'Codici rimasti: {count}. Ne crei di nuovi prima che finiscano.',
    },
    recoveryCodesMade: {
      subject: 'Sono stati creati nuovi codici di recupero su {site}',
      lead: 'I codici precedenti non funzionano più.',
    },
    guessed: {
      subject: 'Sono stati inseriti codici errati su {site}',
      lead: 'Codici errati di seguito: {count}. Forse qualcun altro conosce i Suoi dati di accesso.',
    },
    locked: {
      subject: 'Sono stati inseriti molti codici errati su {site}',
      lead: 'Codici errati di seguito: {count}. Per un massimo di 30 giorni, solo un codice di recupero o una passkey apre il Suo account. Forse qualcun altro conosce i Suoi dati di accesso.',
    },
    signInCode: {
      subject: 'Il Suo codice per {site}',
      lead: 'Inserisca questo codice per completare l’accesso.',
    },
    confirmCode: {
      subject: 'Il Suo codice per {site}',
      lead: 'Inserisca questo codice per confermare la Sua identità.',
    },
    when: 'Quando: {date}',
    browser: 'Browser: {browser}',
    notYou: 'Non è stato Lei? Protegga subito il Suo account.',
    button: 'Proteggi il mio account',
    wasYou: 'Se è stato Lei, non deve fare nulla.',
  },
}

import type { PasswordTexts } from '../../model/password-texts.js'

/** Italian. */
export const texts: PasswordTexts = {
  fields: {
    password: 'Password',
    newPassword: 'Nuova password',
    currentPassword: 'Password attuale',
    hint: 'Almeno {length} caratteri. Alcune parole senza legame tra loro sono una buona scelta.',
    username: 'Nome utente',
    emailOrUsername: 'Indirizzo e-mail o nome utente',
    usernameHint: 'Da 3 a 32 caratteri: lettere dalla a alla z, cifre, punti, _ e -.',
  },
  buttons: {
    sendLink: 'Invia link',
    savePassword: 'Salva password',
    changePassword: 'Cambia password',
    confirmAddress: 'Conferma indirizzo',
    restoreAddress: 'Ripristina indirizzo',
    continue: 'Continua',
  },
  problems: {
    tooShort: 'Usi almeno {length} caratteri.',
    tooLong: 'Usi al massimo {length} caratteri.',
    known: 'Questa password è in un elenco di password trafugate. Ne scelga un’altra.',
    guessable: 'È troppo simile al Suo indirizzo o al nome di questo sito.',
    notText: 'Questa password contiene caratteri che non possiamo leggere. Ne scelga un’altra.',
    same: 'Questa è la Sua password attuale. Ne scelga una nuova.',
    wrongCurrent: 'Questa non è la Sua password attuale.',
    usernameTaken: 'Questo nome utente è già in uso. Ne scelga un altro.',
    usernameNotAllowed: 'Usi da 3 a 32 caratteri: lettere dalla a alla z, cifre, punti, _ e -.',
    expiredLink: {
      title: 'Questo link non funziona più',
      sentence: 'È scaduto o è già stato usato. Ne richieda qui uno nuovo.',
    },
  },
  links: { forgotPassword: 'Ha dimenticato la password?' },
  signUp: {
    heading: 'Crea account',
    lead: 'Inserisca il Suo indirizzo e-mail. Le invieremo un link per scegliere una password.',
    leadWithPassword:
      'Inserisca il Suo indirizzo e-mail e scelga una password. Le invieremo un link per confermare l’indirizzo.',
  },
  forgotPassword: {
    heading: 'Ha dimenticato la password?',
    lead: 'Inserisca il Suo indirizzo e-mail. Le invieremo un link per impostarne una nuova.',
  },
  mailSent: {
    lead: 'Se possiamo usare {email}, un’e-mail è in arrivo. Apra il link che contiene per continuare.',
  },
  choosePassword: {
    firstHeading: 'Scelga una password',
    newHeading: 'Scelga una nuova password',
    lead: 'per il Suo account su {site}',
    signsOut: 'Tutte le altre Sue sessioni verranno chiuse.',
  },
  changePassword: { heading: 'Cambia password' },
  addPassword: {
    heading: 'Aggiungi una password',
    lead: 'Invieremo un link a {email}. Lo apra per scegliere una password.',
  },
  verifyEmail: {
    heading: 'Confermi il Suo indirizzo e-mail',
    lead: 'Confermi che {email} è il Suo indirizzo.',
  },
  changeAddress: {
    heading: 'Confermi il Suo nuovo indirizzo',
    lead: 'D’ora in poi il Suo account userà {email}.',
  },
  restoreAddress: {
    heading: 'Ripristini il Suo indirizzo',
    lead: 'Il Suo account userà di nuovo {email}. Tutte le Sue sessioni verranno chiuse e sceglierà una nuova password. I modi di accedere aggiunti dopo la modifica verranno rimossi, comprese le passkey e le app di autenticazione.',
  },
  done: {
    passwordChanged: {
      title: 'La Sua password è stata cambiata',
      sentence: 'Tutte le altre Sue sessioni sono state chiuse.',
    },
    emailVerified: {
      title: 'Il Suo indirizzo è confermato',
      sentence: 'Grazie. Ora può continuare.',
    },
    addressChanged: {
      title: 'Il Suo indirizzo è stato cambiato',
      sentence: 'D’ora in poi il Suo account usa quello nuovo.',
    },
    addressRestored: {
      title: 'Il Suo indirizzo è stato ripristinato',
      sentence:
        'Tutte le Sue sessioni sono state chiuse. Imposti una nuova password per continuare.',
    },
  },
  mails: {
    signUp: {
      subject: 'Imposti la Sua password per {site}',
      lead: 'Scelga una password con questo link.',
      button: 'Scegli una password',
    },
    alreadyRegistered: {
      subject: 'Ha già un account su {site}',
      lead: 'Qualcuno, forse Lei, ha provato a registrarsi con questo indirizzo. Può accedere con la Sua password o impostarne una nuova con questo link.',
      leadWithMethods:
        'Qualcuno, forse Lei, ha provato a registrarsi con questo indirizzo. Può accedere con {methods} o aggiungere una password con questo link.',
      button: 'Imposta una password',
    },
    reset: {
      subject: 'Imposti una nuova password per {site}',
      lead: 'Scelga una nuova password con questo link.',
      button: 'Scegli una nuova password',
    },
    changed: {
      subject: 'La Sua password per {site} è stata cambiata',
      lead: 'Se non è stato Lei, ne imposti subito una nuova con questo link.',
      button: 'Imposta una nuova password',
    },
    verify: {
      subject: 'Confermi il Suo indirizzo e-mail per {site}',
      lead: 'Confermi con questo link che questo indirizzo è Suo.',
      button: 'Conferma indirizzo',
    },
    newAddress: {
      subject: 'Confermi il Suo nuovo indirizzo per {site}',
      lead: 'Il Suo account userà questo indirizzo quando lo avrà confermato con questo link.',
      button: 'Conferma indirizzo',
    },
    addressRequested: {
      subject: 'È stato richiesto un nuovo indirizzo per il Suo account su {site}',
      lead: 'È stata richiesta la modifica dell’indirizzo e-mail del Suo account. Non è ancora cambiato nulla. Se non è stato Lei, imposti una nuova password con questo link, che annulla la richiesta e chiude tutte le altre sessioni.',
      button: 'Imposta una nuova password',
    },
    oldAddress: {
      subject: 'Il Suo indirizzo su {site} è stato cambiato',
      lead: 'Il Suo account usa ora un altro indirizzo e-mail. Se non è stato Lei, annulli la modifica con questo link.',
      button: 'Annulla la modifica',
    },
    methodAdded: {
      subject: 'È stato aggiunto un nuovo modo di accedere a {site}',
      lead: 'Ora si può accedere al Suo account anche con {methods}. Se non è stato Lei, imposti una nuova password con questo link, che chiude tutte le altre sessioni, e rimuova {methods} dal Suo account.',
      button: 'Imposta una nuova password',
    },
    wasYou: 'Se è stato Lei, non deve fare nulla.',
  },
}

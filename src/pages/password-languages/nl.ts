import type { PasswordTexts } from '../../model/password-texts.js'

/** Dutch. */
export const texts: PasswordTexts = {
  fields: {
    password: 'Wachtwoord',
    newPassword: 'Nieuw wachtwoord',
    currentPassword: 'Huidig wachtwoord',
    hint: 'Minstens {length} tekens. Een paar woorden zonder onderling verband werken goed.',
    username: 'Gebruikersnaam',
    emailOrUsername: 'E-mailadres of gebruikersnaam',
    usernameHint: '3 tot 32 tekens: letters van a tot z, cijfers, punten, _ en -.',
  },
  buttons: {
    sendLink: 'Link versturen',
    savePassword: 'Wachtwoord opslaan',
    changePassword: 'Wachtwoord wijzigen',
    confirmAddress: 'Adres bevestigen',
    restoreAddress: 'Adres herstellen',
    continue: 'Doorgaan',
  },
  problems: {
    tooShort: 'Gebruik minstens {length} tekens.',
    tooLong: 'Gebruik hoogstens {length} tekens.',
    known: 'Dit wachtwoord staat in een lijst met gelekte wachtwoorden. Kies een ander.',
    guessable: 'Dit lijkt te veel op uw adres of op de naam van deze site.',
    notText: 'Dit wachtwoord bevat tekens die we niet kunnen lezen. Kies een ander.',
    same: 'Dat is uw huidige wachtwoord. Kies een nieuw wachtwoord.',
    wrongCurrent: 'Dat is niet uw huidige wachtwoord.',
    usernameTaken: 'Deze gebruikersnaam is al in gebruik. Kies een andere.',
    usernameNotAllowed: 'Gebruik 3 tot 32 tekens: letters van a tot z, cijfers, punten, _ en -.',
    expiredLink: {
      title: 'Deze link werkt niet meer',
      sentence: 'Hij is verlopen of al gebruikt. Vraag hier een nieuwe aan.',
    },
  },
  links: { forgotPassword: 'Wachtwoord vergeten?' },
  signUp: {
    heading: 'Account maken',
    lead: 'Vul uw e-mailadres in. We sturen u een link waarmee u een wachtwoord kiest.',
    leadWithPassword:
      'Voer uw e-mailadres in en kies een wachtwoord. We sturen u een link om het adres te bevestigen.',
  },
  forgotPassword: {
    heading: 'Wachtwoord vergeten?',
    lead: 'Vul uw e-mailadres in. We sturen u een link waarmee u een nieuw wachtwoord instelt.',
  },
  mailSent: {
    lead: 'Als we {email} kunnen gebruiken, is er een e-mail onderweg. Open de link daarin om verder te gaan.',
  },
  choosePassword: {
    firstHeading: 'Kies een wachtwoord',
    newHeading: 'Kies een nieuw wachtwoord',
    lead: 'voor uw account bij {site}',
    signsOut: 'U wordt overal elders uitgelogd.',
  },
  changePassword: { heading: 'Wachtwoord wijzigen' },
  addPassword: {
    heading: 'Wachtwoord toevoegen',
    lead: 'We sturen een link naar {email}. Open de link om een wachtwoord te kiezen.',
  },
  verifyEmail: {
    heading: 'Bevestig uw e-mailadres',
    lead: 'Bevestig dat {email} uw adres is.',
  },
  changeAddress: {
    heading: 'Bevestig uw nieuwe adres',
    lead: 'Uw account gebruikt vanaf nu {email}.',
  },
  restoreAddress: {
    heading: 'Uw adres herstellen',
    lead: 'Uw account gebruikt weer {email}. U wordt overal uitgelogd en kiest een nieuw wachtwoord. Manieren om in te loggen die sinds de wijziging zijn toegevoegd, worden verwijderd, ook passkeys en authenticator-apps.',
  },
  done: {
    passwordChanged: {
      title: 'Uw wachtwoord is gewijzigd',
      sentence: 'U bent overal elders uitgelogd.',
    },
    emailVerified: {
      title: 'Uw adres is bevestigd',
      sentence: 'Bedankt. U kunt nu verdergaan.',
    },
    addressChanged: {
      title: 'Uw adres is gewijzigd',
      sentence: 'Uw account gebruikt vanaf nu het nieuwe adres.',
    },
    addressRestored: {
      title: 'Uw adres is hersteld',
      sentence: 'U bent overal uitgelogd. Stel een nieuw wachtwoord in om verder te gaan.',
    },
  },
  mails: {
    signUp: {
      subject: 'Stel uw wachtwoord voor {site} in',
      lead: 'Kies met deze link een wachtwoord.',
      button: 'Wachtwoord kiezen',
    },
    alreadyRegistered: {
      subject: 'U hebt al een account bij {site}',
      lead: 'Iemand, misschien uzelf, wilde zich met dit adres registreren. U kunt inloggen met uw wachtwoord of met deze link een nieuw wachtwoord instellen.',
      leadWithMethods:
        'Iemand, misschien uzelf, wilde zich met dit adres registreren. U kunt inloggen met {methods} of met deze link een wachtwoord toevoegen.',
      button: 'Wachtwoord instellen',
    },
    reset: {
      subject: 'Stel een nieuw wachtwoord voor {site} in',
      lead: 'Kies met deze link een nieuw wachtwoord.',
      button: 'Nieuw wachtwoord kiezen',
    },
    changed: {
      subject: 'Uw wachtwoord voor {site} is gewijzigd',
      lead: 'Was u dit niet? Stel dan nu met deze link een nieuw wachtwoord in.',
      button: 'Nieuw wachtwoord instellen',
    },
    verify: {
      subject: 'Bevestig uw e-mailadres voor {site}',
      lead: 'Bevestig met deze link dat dit adres van u is.',
      button: 'Adres bevestigen',
    },
    newAddress: {
      subject: 'Bevestig uw nieuwe adres voor {site}',
      lead: 'Uw account gebruikt dit adres zodra u het met deze link bevestigt.',
      button: 'Adres bevestigen',
    },
    addressRequested: {
      subject: 'Er is een nieuw adres aangevraagd voor uw account bij {site}',
      lead: 'Er is gevraagd om het e-mailadres van uw account te wijzigen. Er is nog niets gewijzigd. Was u dit niet? Stel dan met deze link een nieuw wachtwoord in, waarmee de aanvraag vervalt en alle andere sessies eindigen.',
      button: 'Nieuw wachtwoord instellen',
    },
    oldAddress: {
      subject: 'Uw adres bij {site} is gewijzigd',
      lead: 'Uw account gebruikt nu een ander e-mailadres. Was u dit niet? Maak de wijziging dan met deze link ongedaan.',
      button: 'Wijziging ongedaan maken',
    },
    methodAdded: {
      subject: 'Er is een nieuwe manier toegevoegd om in te loggen bij {site}',
      lead: 'Uw account kan nu ook worden geopend met {methods}. Was u dit niet? Stel dan met deze link een nieuw wachtwoord in, waarmee alle andere sessies eindigen, en verwijder {methods} uit uw account.',
      button: 'Nieuw wachtwoord instellen',
    },
    wasYou: 'Was u dit wel? Dan hoeft u niets te doen.',
  },
}

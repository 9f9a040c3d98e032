import type { PasswordTexts } from '../../model/password-texts.js'

/** Polish. */
export const texts: PasswordTexts = {
  fields: {
    password: 'Hasło',
    newPassword: 'Nowe hasło',
    currentPassword: 'Obecne hasło',
    hint: 'Minimalna liczba znaków: {length}. Dobre hasło to kilka niepowiązanych ze sobą słów.',
    username: 'Nazwa użytkownika',
    emailOrUsername: 'Adres e-mail lub nazwa użytkownika',
    usernameHint: 'Od 3 do 32 znaków: litery od a do z, cyfry, kropki, _ i -.',
  },
  buttons: {
    sendLink: 'Wyślij link',
    savePassword: 'Zapisz hasło',
    changePassword: 'Zmień hasło',
    confirmAddress: 'Potwierdź adres',
    restoreAddress: 'Przywróć adres',
    continue: 'Dalej',
  },
  problems: {
    tooShort: 'Hasło jest za krótkie. Minimalna liczba znaków: {length}.',
    tooLong: 'Hasło jest za długie. Maksymalna liczba znaków: {length}.',
    known: 'To hasło jest na liście haseł, które wyciekły. Proszę wybrać inne.',
    guessable: 'To hasło zbyt przypomina adres e-mail lub nazwę tej strony.',
    notText: 'To hasło zawiera znaki, których nie możemy odczytać. Proszę wybrać inne.',
    same: 'To jest obecne hasło. Proszę wybrać nowe.',
    wrongCurrent: 'To nie jest obecne hasło.',
    usernameTaken: 'Ta nazwa użytkownika jest zajęta. Proszę wybrać inną.',
    usernameNotAllowed: 'Dozwolone od 3 do 32 znaków: litery od a do z, cyfry, kropki, _ i -.',
    expiredLink: {
      title: 'Ten link już nie działa',
      sentence: 'Stracił ważność lub został już użyty. Tutaj można poprosić o nowy.',
    },
  },
  links: { forgotPassword: 'Nie pamiętasz hasła?' },
  signUp: {
    heading: 'Utwórz konto',
    lead: 'Proszę podać adres e-mail. Wyślemy link, który pozwoli wybrać hasło.',
    leadWithPassword:
      'Proszę podać adres e-mail i wybrać hasło. Wyślemy link do potwierdzenia adresu.',
  },
  forgotPassword: {
    heading: 'Nie pamiętasz hasła?',
    lead: 'Proszę podać adres e-mail. Wyślemy link, który pozwoli ustawić nowe hasło.',
  },
  mailSent: {
    lead: 'Jeśli możemy użyć adresu {email}, wiadomość jest już w drodze. Aby przejść dalej, proszę otworzyć link z wiadomości.',
  },
  choosePassword: {
    firstHeading: 'Wybierz hasło',
    newHeading: 'Wybierz nowe hasło',
    lead: 'do konta w serwisie {site}',
    signsOut: 'Spowoduje to wylogowanie ze wszystkich innych urządzeń.',
  },
  changePassword: { heading: 'Zmiana hasła' },
  addPassword: {
    heading: 'Dodaj hasło',
    lead: 'Wyślemy link na adres {email}. Proszę go otworzyć, aby wybrać hasło.',
  },
  verifyEmail: {
    heading: 'Potwierdź adres e-mail',
    lead: 'Proszę potwierdzić, że {email} to Państwa adres.',
  },
  changeAddress: {
    heading: 'Potwierdź nowy adres',
    lead: 'Od teraz konto będzie używać adresu {email}.',
  },
  restoreAddress: {
    heading: 'Przywróć swój adres',
    lead: 'Konto znów będzie używać adresu {email}. Nastąpi wylogowanie ze wszystkich urządzeń i wybór nowego hasła. Sposoby logowania dodane od czasu zmiany zostaną usunięte, także klucze dostępu i aplikacje uwierzytelniające.',
  },
  done: {
    passwordChanged: {
      title: 'Hasło zostało zmienione',
      sentence: 'Nastąpiło wylogowanie ze wszystkich innych urządzeń.',
    },
    emailVerified: {
      title: 'Adres został potwierdzony',
      sentence: 'Dziękujemy. Można teraz przejść dalej.',
    },
    addressChanged: {
      title: 'Adres został zmieniony',
      sentence: 'Od teraz konto używa nowego adresu.',
    },
    addressRestored: {
      title: 'Adres został przywrócony',
      sentence:
        'Nastąpiło wylogowanie ze wszystkich urządzeń. Aby przejść dalej, proszę ustawić nowe hasło.',
    },
  },
  mails: {
    signUp: {
      subject: 'Ustaw hasło do {site}',
      lead: 'Ten link pozwala wybrać hasło.',
      button: 'Wybierz hasło',
    },
    alreadyRegistered: {
      subject: 'Konto w serwisie {site} już istnieje',
      lead: 'Ktoś, być może Państwo, próbował się zarejestrować z tym adresem. Można się zalogować swoim hasłem albo ustawić nowe za pomocą tego linku.',
      leadWithMethods:
        'Ktoś, być może Państwo, próbował się zarejestrować z tym adresem. Można się zalogować przez {methods} albo dodać hasło za pomocą tego linku.',
      button: 'Ustaw hasło',
    },
    reset: {
      subject: 'Ustaw nowe hasło do {site}',
      lead: 'Ten link pozwala wybrać nowe hasło.',
      button: 'Wybierz nowe hasło',
    },
    changed: {
      subject: 'Hasło do {site} zostało zmienione',
      lead: 'Jeśli to nie Państwo je zmienili, proszę od razu ustawić nowe za pomocą tego linku.',
      button: 'Ustaw nowe hasło',
    },
    verify: {
      subject: 'Potwierdź adres e-mail dla {site}',
      lead: 'Proszę potwierdzić za pomocą tego linku, że to Państwa adres.',
      button: 'Potwierdź adres',
    },
    newAddress: {
      subject: 'Potwierdź nowy adres dla {site}',
      lead: 'Konto zacznie używać tego adresu po potwierdzeniu go za pomocą tego linku.',
      button: 'Potwierdź adres',
    },
    addressRequested: {
      subject: 'Poproszono o nowy adres dla konta w serwisie {site}',
      lead: 'Poproszono o zmianę adresu e-mail konta. Na razie nic się nie zmieniło. Jeśli to nie Państwo, proszę ustawić nowe hasło za pomocą tego linku, co anuluje prośbę i zakończy wszystkie inne sesje.',
      button: 'Ustaw nowe hasło',
    },
    oldAddress: {
      subject: 'Adres w serwisie {site} został zmieniony',
      lead: 'Konto używa teraz innego adresu e-mail. Jeśli to nie Państwo go zmienili, proszę cofnąć zmianę za pomocą tego linku.',
      button: 'Cofnij zmianę',
    },
    methodAdded: {
      subject: 'Dodano nowy sposób logowania do {site}',
      lead: 'Do konta można się teraz zalogować także przez {methods}. Jeśli to nie Państwo, proszę ustawić nowe hasło za pomocą tego linku, co zakończy wszystkie inne sesje, i usunąć {methods} z konta.',
      button: 'Ustaw nowe hasło',
    },
    wasYou: 'Jeśli to byli Państwo, nic nie trzeba robić.',
  },
}

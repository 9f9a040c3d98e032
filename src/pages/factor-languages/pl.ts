import type { FactorTexts } from '../../model/factor-texts.js'

/** Polish. */
export const texts: FactorTexts = {
  names: {
    twoStep: 'Logowanie dwuetapowe',
    app: 'Aplikacja uwierzytelniająca',
    recoveryCodes: 'Kody odzyskiwania',
    passkey: 'Klucz bezpieczeństwa lub klucz dostępu',
    emailCode: 'Kod w wiadomości e-mail',
    browsers: 'Zaufane przeglądarki',
    unknownBrowser: 'Nieznana przeglądarka',
  },
  fields: {
    code: 'Kod',
    codeHint: 'Kod ma 6 cyfr.',
    recoveryCode: 'Kod odzyskiwania',
    password: 'Hasło',
  },
  buttons: {
    continue: 'Dalej',
    confirm: 'Potwierdź',
    remove: 'Usuń',
    removeNamed: 'Usuń: {name}',
    addApp: 'Dodaj aplikację uwierzytelniającą',
    newCodes: 'Utwórz nowe kody',
    download: 'Pobierz jako tekst',
    sendCode: 'Wyślij kod',
    sendAgain: 'Wyślij nowy kod',
    usePasskey: 'Użyj klucza dostępu',
    cancel: 'Anuluj',
  },
  problems: {
    wrongCode: 'Kod jest błędny lub został już użyty. Proszę poczekać na następny.',
    clock: 'Nadal błędny? Proszę sprawdzić, czy zegar urządzenia działa prawidłowo.',
    wrongMailedCode:
      'Kod jest błędny lub stracił ważność. Proszę go sprawdzić lub poprosić o nowy.',
    wrongRecoveryCode: 'To nie jest żaden z kodów odzyskiwania tego konta albo został już użyty.',
    wrongPassword: 'To nie jest prawidłowe hasło.',
    limit: {
      title: 'Zbyt wiele błędnych kodów',
      sentence: 'Proszę spróbować ponownie później. Czas oczekiwania: {duration}.',
    },
    expired: {
      title: 'To trwało zbyt długo',
      sentence: 'Proszę zalogować się ponownie.',
    },
  },
  instead: {
    code: 'Użyj aplikacji uwierzytelniającej',
    recoveryCode: 'Użyj kodu odzyskiwania',
    passkey: 'Użyj klucza dostępu',
    emailCode: 'Otrzymaj kod w wiadomości e-mail',
    password: 'Użyj hasła',
    provider: 'Zaloguj się ponownie',
  },
  ask: {
    code: 'Wpisz kod z aplikacji uwierzytelniającej.',
    recoveryCode: 'Wpisz jeden z kodów odzyskiwania. Działa tylko raz.',
    passkey: 'Użyj klucza dostępu lub klucza bezpieczeństwa.',
    emailCode: 'Wyślemy kod na adres {email}.',
    emailCodeSent: 'Wpisz kod wysłany na adres {email}.',
    password: 'Wpisz hasło.',
    provider: 'Kontynuuj przez {provider}',
  },
  secondFactor: {
    remember: 'Nie pytaj ponownie w tej przeglądarce przez {duration}',
  },
  addApp: {
    heading: 'Dodaj aplikację uwierzytelniającą',
    required: '{site} wymaga drugiego etapu logowania.',
    lead: 'Zeskanuj ten kod aplikacją lub wpisz klucz.',
    qrCode: 'Kod QR dla aplikacji uwierzytelniającej',
    key: 'Klucz',
    openApp: 'Otwórz w aplikacji na tym urządzeniu',
    typeCode: 'Następnie wpisz kod, który pokaże aplikacja.',
  },
  recoveryCodes: {
    heading: 'Twoje kody odzyskiwania',
    lead: 'Przechowuj te kody w bezpiecznym miejscu. Każdy działa raz. Nie możemy pokazać ich ponownie.',
    fileTitle: 'Kody odzyskiwania do {site}',
  },
  overview: {
    on: 'Włączone. Po zalogowaniu prosimy o kod.',
    off: 'Wyłączone. Dodaj aplikację uwierzytelniającą, aby chronić konto.',
    required: 'Włączone. Ta witryna tego wymaga.',
    added: 'Dodano: {date}',
    lastUsed: 'Ostatnie użycie: {date}',
    aboutRecoveryCodes: 'Umożliwiają zalogowanie po utracie urządzenia.',
    codesLeft: 'Pozostałe kody: {count}',
    fewCodes: 'Utwórz nowe kody, zanim się skończą.',
    aboutBrowsers: 'W tych przeglądarkach nie prosimy o kod.',
    until: 'Ważne do: {date}',
  },
  prove: {
    heading: 'Potwierdź, że to Ty',
    lead: 'Zanim przejdziesz dalej, potwierdź, że to Ty.',
    mailedInstead:
      '{provider} nie informuje nas o ponownym zalogowaniu. Wysłaliśmy kod na adres {email}.',
    signInInstead:
      '{provider} nie informuje nas o ponownym zalogowaniu. Zaloguj się w inny sposób, aby potwierdzić, że to Ty.',
    impossible:
      'Nie możemy potwierdzić, że to Ty. Twoje konto nie ma hasła i nie możemy wysłać kodu. Poproś o pomoc tę witrynę.',
  },
  mails: {
    added: {
      subject: 'Dodano nowy sposób potwierdzania logowania w {site}',
      lead: 'Od teraz konto prosi o niego przy logowaniu.',
    },
    removed: {
      subject: 'Usunięto sposób potwierdzania logowania w {site}',
      lead: 'Konto już go nie przyjmuje.',
    },
    switchedOff: {
      subject: 'Wyłączono logowanie dwuetapowe w {site}',
      lead: 'Konto nie prosi już o kod przy logowaniu.',
    },
    recoveryCodeUsed: {
      subject: 'Użyto kodu odzyskiwania w {site}',
      lead: 'Pozostałe kody: {count}. Utwórz nowe, zanim się skończą.',
    },
    recoveryCodesMade: {
      subject: 'Utworzono nowe kody odzyskiwania w {site}',
      lead: 'Stare kody już nie działają.',
    },
    guessed: {
      subject: 'Wpisano błędne kody w {site}',
      lead: 'Błędne kody z rzędu: {count}. Być może ktoś inny zna dane logowania.',
    },
    locked: {
      subject: 'Wpisano wiele błędnych kodów w {site}',
      lead: 'Błędne kody z rzędu: {count}. Przez najwyżej 30 dni konto otwiera tylko kod odzyskiwania lub klucz dostępu. Być może ktoś inny zna dane logowania.',
    },
    signInCode: {
      subject: 'Kod dla {site}',
      lead: 'Wpisz ten kod, aby dokończyć logowanie.',
    },
    confirmCode: {
      subject: 'Kod dla {site}',
      lead: 'Wpisz ten kod, aby potwierdzić, że to Ty.',
    },
    when: 'Kiedy: {date}',
    browser: 'Przeglądarka: {browser}',
    notYou: 'To nie Ty? Zabezpiecz konto teraz.',
    button: 'Zabezpiecz konto',
    wasYou: 'Jeśli to Ty, nie trzeba nic robić.',
  },
}

import type { PageTexts } from '../../model/page-texts.js'

/** Polish. */
export const texts: PageTexts = {
  signIn: {
    heading: 'Logowanie',
    headingTo: 'Logowanie do {site}',
    lead: 'aby przejść do {site}',
    withProvider: 'Zaloguj się przez {provider}',
    continue: 'Kontynuuj',
    withEmail: 'Zaloguj się e-mailem',
    withPassword: 'Zaloguj się hasłem',
    withPasskey: 'Użyj klucza dostępu',
    mailInstead: 'Wyślij mi link e-mailem',
    email: 'Adres e-mail',
    or: 'lub',
    almostDone: 'Prawie gotowe',
    showPassword: 'Pokaż hasło',
    lastUsed: 'Ostatnio używane',
    noProviders: 'Ta strona nie oferuje jeszcze żadnego sposobu logowania.',
    createPasskey: 'Utwórz klucz dostępu',
    passkeysUnavailable:
      'Klucze dostępu tu nie działają: wymagają JavaScriptu i aktualnej przeglądarki.',
    passkeyCancelled: 'Nie użyto klucza dostępu. Spróbuj ponownie.',
  },
  signOut: {
    heading: 'Wylogowanie',
    question: 'Czy chcą się Państwo wylogować z {site}?',
    plainQuestion: 'Czy chcą się Państwo wylogować?',
    button: 'Wyloguj się',
    stay: 'Nie wylogowuj',
  },
  verifyRequest: {
    heading: 'Proszę sprawdzić pocztę',
    sentTo: 'Wysłaliśmy link do logowania na adres {email}.',
    sent: 'Wysłaliśmy link do logowania.',
    openLink: 'Proszę go otworzyć, aby dokończyć logowanie.',
    openLinkOrTypeCode: 'Proszę go otworzyć lub wpisać tutaj kod z wiadomości.',
    spam: 'Po minucie nadal nic nie ma? Proszę zajrzeć do folderu ze spamem.',
    tryAgain: 'Spróbuj ponownie lub użyj innego adresu',
    code: 'Kod z wiadomości',
    codeHint: 'Liczba cyfr w kodzie: {length}.',
    codeButton: 'Dalej',
    codeWrong:
      'Kod jest błędny lub stracił ważność. Proszę go sprawdzić lub poprosić o nową wiadomość.',
  },
  confirm: {
    heading: 'Dokończ logowanie',
    lead: 'Logowanie do {site} jako {email}.',
    plainLead: 'Logowanie jako {email}.',
    button: 'Zaloguj się',
    once: 'Link działa tylko raz. Jeśli to nie Państwo o niego prosili, wystarczy opuścić tę stronę: nic się nie stanie.',
    notMe: 'To nie ja',
  },
  grant: {
    heading: 'Potrzebna zgoda',
    again: '{site} ponownie potrzebuje Twojej zgody na korzystanie z usługi {provider}.',
    more: '{site} potrzebuje od Ciebie dodatkowych uprawnień w usłudze {provider}.',
    otherAccount:
      'Wybrano inne konto w usłudze {provider} niż to, które jest tu powiązane. Wybierz tamto albo najpierw usuń powiązanie.',
    connect: 'Powiąż: {provider}',
    connectAgain: 'Powiąż ponownie: {provider}',
  },
  links: {
    toSignIn: 'Wróć do logowania',
    toSite: 'Wróć do {site}',
    toAccount: 'Wróć do konta',
    signUp: 'Utwórz konto',
    noAccount: 'Nie masz konta? Utwórz konto',
    haveAccount: 'Masz już konto? Zaloguj się',
    terms: 'Regulamin',
    privacy: 'Polityka prywatności',
  },
  mail: {
    subject: 'Logowanie do {site}',
    heading: 'Logowanie do {site}',
    button: 'Zaloguj się',
    link: 'Aby się zalogować, proszę otworzyć ten link:',
    linkInstead: 'Jeśli przycisk nie działa, proszę otworzyć ten link w przeglądarce:',
    code: 'Można też wpisać ten kod tam, gdzie rozpoczęto logowanie:',
    once: 'Do jednorazowego użytku. Czas ważności: {duration}.',
    ignore: 'Jeśli to nie Państwo prosili o tę wiadomość, można ją zignorować.',
  },
  errors: {
    general: {
      title: 'Coś poszło nie tak',
      sentence: 'Nie udało się tego zrobić. Proszę spróbować ponownie.',
    },
    Configuration: {
      title: 'Coś poszło nie tak po naszej stronie',
      sentence: 'Nie udało się zalogować. Właściciele strony znajdą przyczynę w dzienniku zdarzeń.',
    },
    AccessDenied: {
      title: 'Odmowa dostępu',
      sentence: 'Tym kontem nie można się tu zalogować. Można spróbować innego.',
    },
    Verification: {
      title: 'Ten link już nie działa',
      sentence:
        'Stracił ważność lub został już użyty. Aby dostać nowy, proszę zalogować się ponownie.',
    },
    MissingCSRF: {
      title: 'Formularz stracił ważność',
      sentence:
        'Proszę spróbować ponownie. Jeśli to się powtórzy, proszę zezwolić tej stronie na pliki cookie.',
    },
    CredentialsSignin: {
      title: 'Te dane się nie zgadzają',
      sentence: 'Proszę sprawdzić wpisane dane i spróbować ponownie.',
    },
    OAuthCallbackError: {
      title: 'Logowanie nie zostało ukończone',
      sentence: 'Zostało anulowane lub odrzucone przez drugi serwis. Proszę spróbować ponownie.',
    },
    OAuthAttemptLost: {
      title: 'To logowanie już się zakończyło',
      sentence:
        'Trwało zbyt długo, było już ukończone lub zaczęło się w innej przeglądarce. Proszę spróbować ponownie.',
    },
    OAuthMetadataInvalid: {
      title: 'Nie udało się połączyć z serwisem',
      sentence:
        'Wybrany serwis nie jest skonfigurowany zgodnie z oczekiwaniami. Proszę spróbować ponownie lub wybrać inny sposób.',
    },
    OAuthProfileParseError: {
      title: 'Nie udało się odczytać profilu',
      sentence:
        'Wybrany serwis nie przekazał nam, kto się loguje. Proszę wybrać inny sposób logowania.',
    },
    OAuthRequestFailed: {
      title: 'Nie udało się połączyć z serwisem',
      sentence:
        'Wybrany serwis nie odpowiedział. Proszę spróbować ponownie lub wybrać inny sposób.',
    },
    OAuthResponseInvalid: {
      title: 'Nie udało się zweryfikować odpowiedzi',
      sentence:
        'Odpowiedź wybranego serwisu nie przeszła naszej kontroli. Proszę spróbować ponownie.',
    },
    OAuthAccountNotLinked: {
      title: 'To konto już istnieje',
      sentence:
        'Ten adres e-mail jest już tutaj używany. Proszę zalogować się tak jak za pierwszym razem.',
    },
    AccountNotLinked: {
      title: 'Brak powiązania z kontem',
      sentence:
        'Proszę zalogować się tak jak za pierwszym razem, a potem dodać ten sposób logowania.',
    },
    LastSignInMethod: {
      title: 'To ostatni sposób logowania',
      sentence: 'Przed usunięciem go proszę dodać inny.',
    },
    InvalidEmailAddress: {
      title: 'To nie jest adres e-mail',
      sentence: 'Proszę sprawdzić wpisany adres i spróbować ponownie.',
    },
    EmailSignInError: {
      title: 'Nie udało się wysłać wiadomości',
      sentence: 'Proszę spróbować ponownie za chwilę lub zalogować się w inny sposób.',
    },
    TooManyRequests: {
      title: 'Zbyt wiele prób',
      sentence: 'Proszę chwilę odczekać i spróbować ponownie.',
    },
    ServerBusy: {
      title: 'Duży ruch',
      sentence: 'Mamy teraz bardzo duży ruch. Proszę spróbować ponownie za chwilę.',
    },
    WebAuthnVerificationError: {
      title: 'Klucz dostępu nie został przyjęty',
      sentence:
        'Nie udało się zweryfikować klucza dostępu. Proszę spróbować ponownie lub zalogować się w inny sposób.',
    },
    SessionRequired: {
      title: 'Najpierw proszę się zalogować',
      sentence: 'Ta strona jest tylko dla zalogowanych osób.',
    },
    CrossSiteRequest: {
      title: 'Żądanie zablokowane',
      sentence: 'Przyszło z innej strony, więc nie zostało wykonane. Proszę zacząć tutaj od nowa.',
    },
    InvalidProvider: {
      title: 'Nieznany sposób logowania',
      sentence: 'Ta strona nie oferuje żądanego sposobu logowania.',
    },
    UnknownAction: {
      title: 'Nie znaleziono strony',
      sentence: 'Pod tym adresem nic nie ma.',
    },
    MethodNotAllowed: {
      title: 'Ten adres tak nie działa',
      sentence: 'Proszę zacząć ponownie od strony logowania.',
    },
    InvalidRequestBody: {
      title: 'Nie udało się odczytać formularza',
      sentence: 'Brakowało jego części lub uległa ona uszkodzeniu. Proszę spróbować ponownie.',
    },
    RequestBodyTooLarge: {
      title: 'Formularz był zbyt duży',
      sentence: 'Zawierał więcej, niż przyjmujemy. Proszę go skrócić i spróbować ponownie.',
    },
    SessionTooLarge: {
      title: 'Nie udało się utrzymać zalogowania',
      sentence:
        'Sesja zawiera więcej, niż przeglądarka może zapisać. Właściciele strony mogą to naprawić.',
    },
    UntrustedHost: {
      title: 'Nieoczekiwany adres',
      sentence: 'Ta strona nie jest przygotowana do działania pod adresem z przeglądarki.',
    },
  },
}

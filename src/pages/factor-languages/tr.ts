import type { FactorTexts } from '../../model/factor-texts.js'

/** Turkish. */
export const texts: FactorTexts = {
  names: {
    twoStep: 'İki adımlı oturum açma',
    app: 'Kimlik doğrulama uygulaması',
    recoveryCodes: 'Kurtarma kodları',
    passkey: 'Güvenlik anahtarı veya geçiş anahtarı',
    emailCode: 'E-posta ile kod',
    browsers: 'Güvenilen tarayıcılar',
    unknownBrowser: 'Bilinmeyen tarayıcı',
  },
  fields: {
    code: 'Kod',
    codeHint: 'Kod 6 rakamdan oluşur.',
    recoveryCode: 'Kurtarma kodu',
    password: 'Parola',
  },
  buttons: {
    continue: 'Devam et',
    confirm: 'Onayla',
    remove: 'Kaldır',
    removeNamed: 'Kaldır: {name}',
    addApp: 'Kimlik doğrulama uygulaması ekle',
    newCodes: 'Yeni kodlar oluştur',
    download: 'Metin olarak indir',
    sendCode: 'Kod gönder',
    sendAgain: 'Yeni kod gönder',
    usePasskey: 'Geçiş anahtarı kullan',
    cancel: 'Vazgeç',
  },
  problems: {
    wrongCode: 'Kod yanlış ya da daha önce kullanılmış. Bir sonrakini bekleyin.',
    clock: 'Hâlâ yanlış mı? Cihazınızın saatinin doğru olduğunu denetleyin.',
    wrongMailedCode: 'Kod yanlış veya süresi dolmuş. Kodu denetleyin ya da yenisini isteyin.',
    wrongRecoveryCode: 'Bu, kurtarma kodlarınızdan biri değil ya da daha önce kullanılmış.',
    wrongPassword: 'Bu, parolanız değil.',
    limit: {
      title: 'Çok fazla yanlış kod',
      sentence: '{duration} sonra yeniden deneyin.',
    },
    expired: {
      title: 'Çok uzun sürdü',
      sentence: 'Yeniden oturum açın.',
    },
  },
  instead: {
    code: 'Bunun yerine kimlik doğrulama uygulamasını kullan',
    recoveryCode: 'Bunun yerine kurtarma kodu kullan',
    passkey: 'Bunun yerine geçiş anahtarı kullan',
    emailCode: 'Bunun yerine e-posta ile kod al',
    password: 'Bunun yerine parola kullan',
    provider: 'Bunun yerine yeniden oturum aç',
  },
  ask: {
    code: 'Kimlik doğrulama uygulamanızdaki kodu yazın.',
    recoveryCode: 'Kurtarma kodlarınızdan birini yazın. Yalnızca bir kez çalışır.',
    passkey: 'Geçiş anahtarınızı veya güvenlik anahtarınızı kullanın.',
    emailCode: '{email} adresine bir kod göndereceğiz.',
    emailCodeSent: '{email} adresine gönderdiğimiz kodu yazın.',
    password: 'Parolanızı yazın.',
    provider: '{provider} ile devam et',
  },
  secondFactor: {
    remember: 'Bu tarayıcıda {duration} boyunca bir daha sorma',
  },
  addApp: {
    heading: 'Kimlik doğrulama uygulaması ekleyin',
    required: '{site} oturum açarken ikinci bir adım istiyor.',
    lead: 'Bunu uygulamanızla tarayın veya anahtarı yazın.',
    qrCode: 'Kimlik doğrulama uygulamanız için QR kodu',
    key: 'Anahtar',
    openApp: 'Bu cihazdaki bir uygulamada aç',
    typeCode: 'Ardından uygulamanın gösterdiği kodu yazın.',
  },
  recoveryCodes: {
    heading: 'Kurtarma kodlarınız',
    lead: 'Bu kodları güvenli bir yerde saklayın. Her biri bir kez çalışır. Onları yeniden gösteremeyiz.',
    fileTitle: '{site} için kurtarma kodları',
  },
  overview: {
    on: 'Açık. Oturum açtıktan sonra bir kod isteriz.',
    off: 'Kapalı. Hesabınızı korumak için bir kimlik doğrulama uygulaması ekleyin.',
    required: 'Açık. Bu site bunu zorunlu tutuyor.',
    added: 'Eklenme: {date}',
    lastUsed: 'Son kullanım: {date}',
    aboutRecoveryCodes: 'Cihazınızı kaybederseniz hesabınıza girmenizi sağlarlar.',
    codesLeft: 'Kalan kod: {count}',
    fewCodes: 'Kodlarınız bitmeden yenilerini oluşturun.',
    aboutBrowsers: 'Bu tarayıcılarda kod istemeyiz.',
    until: 'Bitiş: {date}',
  },
  prove: {
    heading: 'Siz olduğunuzu onaylayın',
    lead: 'Devam etmeden önce siz olduğunuzu onaylayın.',
    mailedInstead:
      '{provider} az önce oturum açtığınızı bize bildirmiyor. {email} adresine bir kod gönderdik.',
    signInInstead:
      '{provider} az önce oturum açtığınızı bize bildirmiyor. Siz olduğunuzu doğrulamak için başka bir yolla oturum açın.',
    impossible:
      'Siz olduğunuzu doğrulayamıyoruz. Hesabınızın parolası yok ve size kod gönderemiyoruz. Bu siteden yardım isteyin.',
  },
  mails: {
    added: {
      subject: '{site} sitesinde oturum açmayı onaylamanın yeni bir yolu eklendi',
      lead: 'Hesabınız bundan sonra oturum açarken bunu isteyecek.',
    },
    removed: {
      subject: '{site} sitesinde oturum açmayı onaylamanın bir yolu kaldırıldı',
      lead: 'Hesabınız bunu artık kabul etmiyor.',
    },
    switchedOff: {
      subject: '{site} sitesinde iki adımlı oturum açma kapatıldı',
      lead: 'Hesabınız oturum açarken artık kod istemiyor.',
    },
    recoveryCodeUsed: {
      subject: '{site} sitesinde bir kurtarma kodu kullanıldı',
      lead: 'Kalan kod: {count}. Bitmeden yenilerini oluşturun.',
    },
    recoveryCodesMade: {
      subject: '{site} sitesinde yeni kurtarma kodları oluşturuldu',
      lead: 'Eski kodlar artık çalışmaz.',
    },
    guessed: {
      subject: '{site} sitesinde yanlış kodlar girildi',
      lead: 'Arka arkaya yanlış kod: {count}. Oturum açma bilgilerinizi başka biri biliyor olabilir.',
    },
    locked: {
      subject: '{site} sitesinde çok sayıda yanlış kod girildi',
      lead: 'Arka arkaya yanlış kod: {count}. En fazla 30 gün boyunca hesabınızı yalnızca bir kurtarma kodu veya geçiş anahtarı açar. Oturum açma bilgilerinizi başka biri biliyor olabilir.',
    },
    signInCode: {
      subject: '{site} için kodunuz',
      lead: 'Oturum açmayı tamamlamak için bu kodu yazın.',
    },
    confirmCode: {
      subject: '{site} için kodunuz',
      lead: 'Siz olduğunuzu onaylamak için bu kodu yazın.',
    },
    when: 'Zaman: {date}',
    browser: 'Tarayıcı: {browser}',
    notYou: 'Siz değil miydiniz? Hesabınızı hemen güvenceye alın.',
    button: 'Hesabımı güvenceye al',
    wasYou: 'Bu sizseniz bir şey yapmanız gerekmez.',
  },
}

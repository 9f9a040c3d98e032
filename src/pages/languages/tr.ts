import type { PageTexts } from '../../model/page-texts.js'

/** Turkish. */
export const texts: PageTexts = {
  signIn: {
    heading: 'Oturum açın',
    headingTo: '{site} için oturum açın',
    lead: '{site} sitesine devam etmek için',
    withProvider: '{provider} ile oturum aç',
    continue: 'Devam et',
    withEmail: 'E-posta ile oturum aç',
    withPassword: 'Parola ile oturum aç',
    withPasskey: 'Geçiş anahtarı kullan',
    mailInstead: 'Bunun yerine bana e-postayla bağlantı gönder',
    email: 'E-posta',
    or: 'veya',
    almostDone: 'Neredeyse tamam',
    showPassword: 'Parolayı göster',
    lastUsed: 'Son kullanılan',
    noProviders: 'Bu sitede henüz oturum açılamıyor.',
    createPasskey: 'Geçiş anahtarı oluştur',
    passkeysUnavailable:
      'Geçiş anahtarları burada çalışmıyor: JavaScript ve güncel bir tarayıcı gerekir.',
    passkeyCancelled: 'Geçiş anahtarı kullanılmadı. Lütfen yeniden deneyin.',
  },
  signOut: {
    heading: 'Oturumu kapatın',
    question: '{site} sitesindeki oturumunuzu kapatmak istiyor musunuz?',
    plainQuestion: 'Oturumunuzu kapatmak istiyor musunuz?',
    button: 'Oturumu kapat',
    stay: 'Oturumum açık kalsın',
  },
  verifyRequest: {
    heading: 'E-postanıza bakın',
    sentTo: '{email} adresine bir oturum açma bağlantısı gönderdik.',
    sent: 'Size bir oturum açma bağlantısı gönderdik.',
    openLink: 'Oturum açmayı tamamlamak için bağlantıyı açın.',
    openLinkOrTypeCode: 'Bağlantıyı açın veya e-postadaki kodu buraya yazın.',
    spam: 'Bir dakika sonra hâlâ gelmedi mi? Spam klasörünüze bakın.',
    tryAgain: 'Yeniden dene veya başka bir adres kullan',
    code: 'E-postadaki kod',
    codeHint: 'Kod {length} rakamdan oluşur.',
    codeButton: 'Devam et',
    codeWrong: 'Kod yanlış veya süresi dolmuş. Kodu denetleyin ya da yeni bir e-posta isteyin.',
  },
  confirm: {
    heading: 'Oturum açmayı tamamlayın',
    lead: '{site} sitesinde {email} olarak oturum açıyorsunuz.',
    plainLead: '{email} olarak oturum açıyorsunuz.',
    button: 'Oturum aç',
    once: 'Bağlantı yalnızca bir kez çalışır. Siz istemediyseniz bu sayfadan ayrılmanız yeterli: hiçbir şey olmaz.',
    notMe: 'Bu ben değildim',
  },
  grant: {
    heading: 'İzin gerekiyor',
    again: '{site} sitesinin {provider} hizmetini kullanmak için yeniden izninize ihtiyacı var.',
    more: '{site} sitesinin {provider} hizmetinde sizden daha fazla izne ihtiyacı var.',
    otherAccount:
      'Burada bağlı olandan başka bir {provider} hesabı seçtiniz. Bağlı olanı seçin veya önce onun bağlantısını kesin.',
    connect: 'Bağla: {provider}',
    connectAgain: 'Yeniden bağla: {provider}',
  },
  links: {
    toSignIn: 'Oturum açmaya dön',
    toSite: '{site} sitesine dön',
    toAccount: 'Hesabınıza dön',
    signUp: 'Hesap oluştur',
    noAccount: 'Hesabınız yok mu? Hesap oluşturun',
    haveAccount: 'Zaten hesabınız var mı? Oturum açın',
    terms: 'Kullanım koşulları',
    privacy: 'Gizlilik politikası',
  },
  mail: {
    subject: '{site} için oturum açma',
    heading: '{site} için oturum açma',
    button: 'Oturum aç',
    link: 'Oturum açmak için bu bağlantıyı açın:',
    linkInstead: 'Düğme çalışmazsa bu bağlantıyı tarayıcınızda açın:',
    code: 'Ya da bu kodu oturum açmak istediğiniz yere yazın:',
    once: 'Yalnızca bir kez kullanılabilir. Geçerlilik süresi: {duration}.',
    ignore: 'Bu e-postayı siz istemediyseniz dikkate almayabilirsiniz.',
  },
  errors: {
    general: {
      title: 'Bir şeyler ters gitti',
      sentence: 'İşlemi tamamlayamadık. Lütfen yeniden deneyin.',
    },
    Configuration: {
      title: 'Bizim tarafımızda bir sorun oldu',
      sentence: 'Oturumunuzu açamadık. Sitenin sahipleri nedenini günlükte bulabilir.',
    },
    AccessDenied: {
      title: 'Erişim reddedildi',
      sentence: 'Bu hesabın burada oturum açmasına izin yok. Başka bir hesap deneyebilirsiniz.',
    },
    Verification: {
      title: 'Bu bağlantı artık çalışmıyor',
      sentence: 'Süresi dolmuş ya da daha önce kullanılmış. Yenisi için yeniden oturum açın.',
    },
    MissingCSRF: {
      title: 'Formun süresi dolmuş',
      sentence: 'Lütfen yeniden deneyin. Sürerse bu site için çerezlere izin verin.',
    },
    CredentialsSignin: {
      title: 'Bu bilgiler eşleşmiyor',
      sentence: 'Yazdıklarınızı denetleyip yeniden deneyin.',
    },
    OAuthCallbackError: {
      title: 'Oturum açma tamamlanmadı',
      sentence: 'İptal edildi ya da diğer hizmet reddetti. Lütfen yeniden deneyin.',
    },
    OAuthAttemptLost: {
      title: 'Bu oturum açma girişimi sona erdi',
      sentence:
        'Çok uzun sürdü, zaten tamamlanmıştı ya da başka bir tarayıcıda başladı. Lütfen yeniden deneyin.',
    },
    OAuthMetadataInvalid: {
      title: 'Hizmete ulaşamadık',
      sentence:
        'Seçtiğiniz hizmet beklendiği gibi kurulmamış. Yeniden deneyin veya başka bir yol seçin.',
    },
    OAuthProfileParseError: {
      title: 'Profilinizi okuyamadık',
      sentence:
        'Seçtiğiniz hizmet kim olduğunuzu bildirmedi. Lütfen oturum açmak için başka bir yol seçin.',
    },
    OAuthRequestFailed: {
      title: 'Hizmete ulaşamadık',
      sentence: 'Seçtiğiniz hizmet yanıt vermedi. Yeniden deneyin veya başka bir yol seçin.',
    },
    OAuthResponseInvalid: {
      title: 'Yanıtı doğrulayamadık',
      sentence: 'Seçtiğiniz hizmetin yanıtı denetimimizden geçmedi. Lütfen yeniden deneyin.',
    },
    OAuthAccountNotLinked: {
      title: 'Zaten bir hesabınız var',
      sentence: 'E-posta adresiniz burada kullanılıyor. İlk seferki yolla oturum açın.',
    },
    AccountNotLinked: {
      title: 'Hesabınıza bağlı değil',
      sentence: 'İlk seferki yolla oturum açın, ardından bu yöntemi ekleyin.',
    },
    LastSignInMethod: {
      title: 'Oturum açmak için son yolunuz',
      sentence: 'Bunu kaldırmadan önce başka bir yol ekleyin.',
    },
    InvalidEmailAddress: {
      title: 'Bu bir e-posta adresi değil',
      sentence: 'Yazdıklarınızı denetleyip yeniden deneyin.',
    },
    EmailSignInError: {
      title: 'E-posta gönderilemedi',
      sentence: 'Lütfen birazdan yeniden deneyin veya başka bir yolla oturum açın.',
    },
    TooManyRequests: {
      title: 'Çok fazla deneme',
      sentence: 'Lütfen yeniden denemeden önce biraz bekleyin.',
    },
    ServerBusy: {
      title: 'Yoğunluk var',
      sentence: 'Şu anda çok yoğunuz. Lütfen birazdan yeniden deneyin.',
    },
    WebAuthnVerificationError: {
      title: 'Geçiş anahtarı kabul edilmedi',
      sentence:
        'Geçiş anahtarınızı doğrulayamadık. Yeniden deneyin veya başka bir yolla oturum açın.',
    },
    SessionRequired: {
      title: 'Lütfen önce oturum açın',
      sentence: 'İstediğiniz sayfa yalnızca oturum açanlar içindir.',
    },
    CrossSiteRequest: {
      title: 'İstek engellendi',
      sentence: 'Başka bir siteden geldiği için işleme almadık. Lütfen buradan yeniden başlayın.',
    },
    InvalidProvider: {
      title: 'Bilinmeyen oturum açma yöntemi',
      sentence: 'Bu site istenen oturum açma yöntemini sunmuyor.',
    },
    UnknownAction: {
      title: 'Sayfa bulunamadı',
      sentence: 'Bu adreste bir şey yok.',
    },
    MethodNotAllowed: {
      title: 'Bu adres böyle çalışmıyor',
      sentence: 'Lütfen oturum açma sayfasından yeniden başlayın.',
    },
    InvalidRequestBody: {
      title: 'Formu okuyamadık',
      sentence: 'Bir bölümü eksikti ya da yolda bozuldu. Lütfen yeniden deneyin.',
    },
    RequestBodyTooLarge: {
      title: 'Form çok büyüktü',
      sentence: 'Kabul ettiğimizden fazlasını içeriyordu. Lütfen kısaltıp yeniden deneyin.',
    },
    SessionTooLarge: {
      title: 'Oturumunuzu açık tutamadık',
      sentence:
        'Oturumunuz bir tarayıcının saklayabileceğinden fazlasını içeriyor. Sitenin sahipleri bunu düzeltebilir.',
    },
    UntrustedHost: {
      title: 'Beklenmeyen adres',
      sentence: 'Bu site, tarayıcınızdaki adresten ulaşılacak şekilde kurulmamış.',
    },
  },
}

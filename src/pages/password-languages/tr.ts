import type { PasswordTexts } from '../../model/password-texts.js'

/** Turkish. */
export const texts: PasswordTexts = {
  fields: {
    password: 'Parola',
    newPassword: 'Yeni parola',
    currentPassword: 'Geçerli parola',
    hint: 'En az {length} karakter. Birbiriyle ilgisiz birkaç sözcük iyi bir parola olur.',
    username: 'Kullanıcı adı',
    emailOrUsername: 'E-posta ya da kullanıcı adı',
    usernameHint: '3 ile 32 arası karakter: a’dan z’ye harfler, rakamlar, nokta, _ ve -.',
  },
  buttons: {
    sendLink: 'Bağlantı gönder',
    savePassword: 'Parolayı kaydet',
    changePassword: 'Parolayı değiştir',
    confirmAddress: 'Adresi onayla',
    restoreAddress: 'Adresi geri getir',
    continue: 'Devam et',
  },
  problems: {
    tooShort: 'En az {length} karakter kullanın.',
    tooLong: 'En fazla {length} karakter kullanın.',
    known: 'Bu parola, sızdırılmış parolalar listesinde var. Başka bir parola seçin.',
    guessable: 'Bu parola adresinize ya da bu sitenin adına çok benziyor.',
    notText: 'Bu parolada okuyamadığımız karakterler var. Başka bir parola seçin.',
    same: 'Bu zaten geçerli parolanız. Yeni bir parola seçin.',
    wrongCurrent: 'Bu, geçerli parolanız değil.',
    usernameTaken: 'Bu kullanıcı adı alınmış. Başka bir ad seçin.',
    usernameNotAllowed:
      '3 ile 32 arası karakter kullanın: a’dan z’ye harfler, rakamlar, nokta, _ ve -.',
    expiredLink: {
      title: 'Bu bağlantı artık çalışmıyor',
      sentence: 'Süresi dolmuş ya da daha önce kullanılmış. Buradan yenisini isteyin.',
    },
  },
  links: { forgotPassword: 'Parolanızı mı unuttunuz?' },
  signUp: {
    heading: 'Hesap oluşturun',
    lead: 'E-posta adresinizi yazın. Size parola seçmeniz için bir bağlantı göndereceğiz.',
    leadWithPassword:
      'E-posta adresinizi girin ve bir parola seçin. Adresi onaylamanız için size bir bağlantı göndereceğiz.',
  },
  forgotPassword: {
    heading: 'Parolanızı mı unuttunuz?',
    lead: 'E-posta adresinizi yazın. Size yeni bir parola belirlemeniz için bir bağlantı göndereceğiz.',
  },
  mailSent: {
    lead: '{email} adresini kullanabiliyorsak bir e-posta yolda. Devam etmek için içindeki bağlantıyı açın.',
  },
  choosePassword: {
    firstHeading: 'Bir parola seçin',
    newHeading: 'Yeni bir parola seçin',
    lead: '{site} hesabınız için',
    signsOut: 'Diğer tüm oturumlarınız kapatılacak.',
  },
  changePassword: { heading: 'Parolanızı değiştirin' },
  addPassword: {
    heading: 'Parola ekleyin',
    lead: '{email} adresine bir bağlantı göndereceğiz. Parola seçmek için bağlantıyı açın.',
  },
  verifyEmail: {
    heading: 'E-posta adresinizi onaylayın',
    lead: '{email} adresinin sizin olduğunu onaylayın.',
  },
  changeAddress: {
    heading: 'Yeni adresinizi onaylayın',
    lead: 'Hesabınız bundan sonra {email} adresini kullanacak.',
  },
  restoreAddress: {
    heading: 'Adresinizi geri getirin',
    lead: 'Hesabınız yeniden {email} adresini kullanacak. Tüm oturumlarınız kapatılacak ve yeni bir parola seçeceksiniz. Değişiklikten sonra eklenen oturum açma yolları, geçiş anahtarları ve kimlik doğrulama uygulamaları dahil, kaldırılacak.',
  },
  done: {
    passwordChanged: {
      title: 'Parolanız değiştirildi',
      sentence: 'Diğer tüm oturumlarınız kapatıldı.',
    },
    emailVerified: {
      title: 'Adresiniz onaylandı',
      sentence: 'Teşekkürler. Şimdi devam edebilirsiniz.',
    },
    addressChanged: {
      title: 'Adresiniz değiştirildi',
      sentence: 'Hesabınız bundan sonra yeni adresi kullanıyor.',
    },
    addressRestored: {
      title: 'Adresiniz geri getirildi',
      sentence: 'Tüm oturumlarınız kapatıldı. Devam etmek için yeni bir parola belirleyin.',
    },
  },
  mails: {
    signUp: {
      subject: '{site} parolanızı belirleyin',
      lead: 'Bu bağlantıyla bir parola seçin.',
      button: 'Parola seç',
    },
    alreadyRegistered: {
      subject: '{site} sitesinde zaten bir hesabınız var',
      lead: 'Biri, belki de siz, bu adresle kaydolmaya çalıştı. Parolanızla oturum açabilir ya da bu bağlantıyla yeni bir parola belirleyebilirsiniz.',
      leadWithMethods:
        'Biri, belki de siz, bu adresle kaydolmaya çalıştı. {methods} ile oturum açabilir ya da bu bağlantıyla bir parola ekleyebilirsiniz.',
      button: 'Parola belirle',
    },
    reset: {
      subject: '{site} için yeni bir parola belirleyin',
      lead: 'Bu bağlantıyla yeni bir parola seçin.',
      button: 'Yeni parola seç',
    },
    changed: {
      subject: '{site} parolanız değiştirildi',
      lead: 'Bunu siz yapmadıysanız bu bağlantıyla hemen yeni bir parola belirleyin.',
      button: 'Yeni parola belirle',
    },
    verify: {
      subject: '{site} için e-posta adresinizi onaylayın',
      lead: 'Bu adresin sizin olduğunu bu bağlantıyla onaylayın.',
      button: 'Adresi onayla',
    },
    newAddress: {
      subject: '{site} için yeni adresinizi onaylayın',
      lead: 'Bu bağlantıyla onayladığınızda hesabınız bu adresi kullanacak.',
      button: 'Adresi onayla',
    },
    addressRequested: {
      subject: '{site} sitesindeki hesabınız için yeni bir adres istendi',
      lead: 'Hesabınızın e-posta adresinin değiştirilmesi istendi. Henüz hiçbir şey değişmedi. Bunu siz yapmadıysanız bu bağlantıyla yeni bir parola belirleyin; bu, isteği iptal eder ve diğer tüm oturumları kapatır.',
      button: 'Yeni parola belirle',
    },
    oldAddress: {
      subject: '{site} sitesindeki adresiniz değiştirildi',
      lead: 'Hesabınız artık başka bir e-posta adresi kullanıyor. Bunu siz yapmadıysanız değişikliği bu bağlantıyla geri alın.',
      button: 'Değişikliği geri al',
    },
    methodAdded: {
      subject: '{site} için yeni bir oturum açma yolu eklendi',
      lead: 'Hesabınız artık {methods} ile de açılabiliyor. Bunu siz yapmadıysanız bu bağlantıyla yeni bir parola belirleyin; bu, diğer tüm oturumları kapatır. Ardından {methods} yolunu hesabınızdan kaldırın.',
      button: 'Yeni parola belirle',
    },
    wasYou: 'Bunu siz yaptıysanız yapmanız gereken bir şey yok.',
  },
}

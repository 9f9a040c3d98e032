import type { PasswordTexts } from '../../model/password-texts.js'

/** Japanese. */
export const texts: PasswordTexts = {
  fields: {
    password: 'パスワード',
    newPassword: '新しいパスワード',
    currentPassword: '現在のパスワード',
    hint: '{length}文字以上。互いに関係のない単語をいくつか並べると、よいパスワードになります。',
    username: 'ユーザー名',
    emailOrUsername: 'メールアドレスまたはユーザー名',
    usernameHint: '3～32文字。半角の英字、数字、ピリオド、_、-が使えます。',
  },
  buttons: {
    sendLink: 'リンクを送信',
    savePassword: 'パスワードを保存',
    changePassword: 'パスワードを変更',
    confirmAddress: 'アドレスを確認',
    restoreAddress: 'アドレスを元に戻す',
    continue: '続ける',
  },
  problems: {
    tooShort: '{length}文字以上にしてください。',
    tooLong: '{length}文字以内にしてください。',
    known: 'このパスワードは、流出したパスワードの一覧に含まれています。別のものをお選びください。',
    guessable: 'メールアドレスやこのサイトの名前に似すぎています。',
    notText: 'このパスワードには読み取れない文字が含まれています。別のものをお選びください。',
    same: '現在のパスワードと同じです。新しいものをお選びください。',
    wrongCurrent: '現在のパスワードと一致しません。',
    usernameTaken: 'このユーザー名はすでに使われています。別のものをお選びください。',
    usernameNotAllowed: '3～32文字の半角の英字、数字、ピリオド、_、-をお使いください。',
    expiredLink: {
      title: 'このリンクは使えません',
      sentence:
        '有効期限が切れているか、すでに使用されています。ここで新しいリンクをお受け取りください。',
    },
  },
  links: { forgotPassword: 'パスワードをお忘れですか？' },
  signUp: {
    heading: 'アカウントを作成',
    lead: 'メールアドレスを入力してください。パスワードを設定するためのリンクをお送りします。',
    leadWithPassword:
      'メールアドレスを入力し、パスワードをお決めください。アドレスを確認するためのリンクをお送りします。',
  },
  forgotPassword: {
    heading: 'パスワードをお忘れですか？',
    lead: 'メールアドレスを入力してください。新しいパスワードを設定するためのリンクをお送りします。',
  },
  mailSent: {
    lead: '{email} をご利用いただける場合は、まもなくメールが届きます。メール内のリンクを開いて続けてください。',
  },
  choosePassword: {
    firstHeading: 'パスワードを設定',
    newHeading: '新しいパスワードを設定',
    lead: '{site} のアカウント用',
    signsOut: 'ほかのすべての端末でログアウトされます。',
  },
  changePassword: { heading: 'パスワードを変更' },
  addPassword: {
    heading: 'パスワードを追加',
    lead: '{email} にリンクをお送りします。リンクを開いてパスワードを設定してください。',
  },
  verifyEmail: {
    heading: 'メールアドレスの確認',
    lead: '{email} がお客様のアドレスであることを確認してください。',
  },
  changeAddress: {
    heading: '新しいアドレスの確認',
    lead: '今後、アカウントでは {email} を使用します。',
  },
  restoreAddress: {
    heading: 'アドレスを元に戻す',
    lead: 'アカウントのアドレスが {email} に戻ります。すべての端末でログアウトされ、新しいパスワードを設定していただきます。変更後に追加されたログイン方法は、パスキーや認証アプリも含めて削除されます。',
  },
  done: {
    passwordChanged: {
      title: 'パスワードを変更しました',
      sentence: 'ほかのすべての端末でログアウトしました。',
    },
    emailVerified: {
      title: 'アドレスを確認しました',
      sentence: 'ありがとうございます。このまま続けられます。',
    },
    addressChanged: {
      title: 'アドレスを変更しました',
      sentence: '今後、アカウントでは新しいアドレスを使用します。',
    },
    addressRestored: {
      title: 'アドレスを元に戻しました',
      sentence: 'すべての端末でログアウトしました。続けるには新しいパスワードを設定してください。',
    },
  },
  mails: {
    signUp: {
      subject: '{site} のパスワードを設定してください',
      lead: '次のリンクからパスワードを設定してください。',
      button: 'パスワードを設定する',
    },
    alreadyRegistered: {
      subject: '{site} のアカウントをすでにお持ちです',
      lead: 'このアドレスでの登録が試みられました。お客様ご自身の操作かもしれません。お持ちのパスワードでログインするか、次のリンクから新しいパスワードを設定できます。',
      leadWithMethods:
        'このアドレスでの登録が試みられました。お客様ご自身の操作かもしれません。{methods} でログインするか、次のリンクからパスワードを追加できます。',
      button: 'パスワードを設定する',
    },
    reset: {
      subject: '{site} の新しいパスワードを設定してください',
      lead: '次のリンクから新しいパスワードを設定してください。',
      button: '新しいパスワードを設定する',
    },
    changed: {
      subject: '{site} のパスワードが変更されました',
      lead: 'お心当たりがない場合は、すぐに次のリンクから新しいパスワードを設定してください。',
      button: '新しいパスワードを設定する',
    },
    verify: {
      subject: '{site} のメールアドレスを確認してください',
      lead: '次のリンクから、このアドレスがお客様のものであることを確認してください。',
      button: 'アドレスを確認する',
    },
    newAddress: {
      subject: '{site} の新しいアドレスを確認してください',
      lead: '次のリンクから確認すると、アカウントでこのアドレスが使用されるようになります。',
      button: 'アドレスを確認する',
    },
    addressRequested: {
      subject: '{site} のアカウントで新しいアドレスが申請されました',
      lead: 'アカウントのメールアドレスの変更が申請されました。まだ何も変更されていません。お心当たりがない場合は、次のリンクから新しいパスワードを設定してください。申請は取り消され、ほかのセッションはすべて終了します。',
      button: '新しいパスワードを設定する',
    },
    oldAddress: {
      subject: '{site} のアドレスが変更されました',
      lead: 'アカウントのメールアドレスが別のものに変更されました。お心当たりがない場合は、次のリンクから変更を取り消してください。',
      button: '変更を取り消す',
    },
    methodAdded: {
      subject: '{site} に新しいログイン方法が追加されました',
      lead: '{methods} でもアカウントにログインできるようになりました。お心当たりがない場合は、次のリンクから新しいパスワードを設定し（ほかのセッションはすべて終了します）、アカウントから {methods} を削除してください。',
      button: '新しいパスワードを設定する',
    },
    wasYou: 'ご自身の操作であれば、何もする必要はありません。',
  },
}

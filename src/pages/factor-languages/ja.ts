import type { FactorTexts } from '../../model/factor-texts.js'

/** Japanese. */
export const texts: FactorTexts = {
  names: {
    twoStep: '2段階ログイン',
    app: '認証アプリ',
    recoveryCodes: 'リカバリーコード',
    passkey: 'セキュリティキーまたはパスキー',
    emailCode: 'メールで届くコード',
    browsers: '信頼済みブラウザー',
    unknownBrowser: '不明なブラウザー',
  },
  fields: {
    code: 'コード',
    codeHint: 'コードは6桁の数字です。',
    recoveryCode: 'リカバリーコード',
    password: 'パスワード',
  },
  buttons: {
    continue: '続ける',
    confirm: '確認する',
    remove: '削除',
    removeNamed: '{name} を削除',
    addApp: '認証アプリを追加',
    newCodes: '新しいコードを作成',
    download: 'テキストでダウンロード',
    sendCode: 'コードを送信',
    sendAgain: '新しいコードを送信',
    usePasskey: 'パスキーを使う',
    cancel: 'キャンセル',
  },
  problems: {
    wrongCode: 'コードが違うか、すでに使用されています。次のコードをお待ちください。',
    clock: 'まだ違う場合は、端末の時計が合っているかご確認ください。',
    wrongMailedCode:
      'コードが違うか、有効期限が切れています。ご確認いただくか、新しいコードをお受け取りください。',
    wrongRecoveryCode: 'お使いのリカバリーコードではないか、すでに使用されています。',
    wrongPassword: 'パスワードが違います。',
    limit: {
      title: 'コードの間違いが多すぎます',
      sentence: '{duration}後にもう一度お試しください。',
    },
    expired: {
      title: '時間がかかりすぎました',
      sentence: 'もう一度ログインしてください。',
    },
  },
  instead: {
    code: '認証アプリを使う',
    recoveryCode: 'リカバリーコードを使う',
    passkey: 'パスキーを使う',
    emailCode: 'メールでコードを受け取る',
    password: 'パスワードを使う',
    provider: 'もう一度ログインする',
  },
  ask: {
    code: '認証アプリに表示されているコードを入力してください。',
    recoveryCode: 'リカバリーコードを1つ入力してください。1回だけ使えます。',
    passkey: 'パスキーまたはセキュリティキーを使ってください。',
    emailCode: '{email} にコードを送信します。',
    emailCodeSent: '{email} に送信したコードを入力してください。',
    password: 'パスワードを入力してください。',
    provider: '{provider} で続ける',
  },
  secondFactor: {
    remember: 'このブラウザーでは{duration}間確認しない',
  },
  addApp: {
    heading: '認証アプリを追加',
    required: '{site} では、ログインの際に2段階目の確認が必要です。',
    lead: 'アプリで読み取るか、キーを入力してください。',
    qrCode: '認証アプリ用の QR コード',
    key: 'キー',
    openApp: 'この端末のアプリで開く',
    typeCode: '続いて、アプリに表示されたコードを入力してください。',
  },
  recoveryCodes: {
    heading: 'あなたのリカバリーコード',
    lead: '安全な場所に保管してください。それぞれ1回だけ使えます。もう一度表示することはできません。',
    fileTitle: '{site} のリカバリーコード',
  },
  overview: {
    on: 'オンです。ログイン後にコードを確認します。',
    off: 'オフです。認証アプリを追加してアカウントを保護しましょう。',
    required: 'オンです。このサイトでは必須です。',
    added: '追加日：{date}',
    lastUsed: '最終使用日：{date}',
    aboutRecoveryCodes: '端末をなくしたときにログインできます。',
    codesLeft: '残りのコード：{count}',
    fewCodes: 'なくなる前に新しいコードを作成してください。',
    aboutBrowsers: 'これらのブラウザーではコードを確認しません。',
    until: '{date} まで',
  },
  prove: {
    heading: 'ご本人であることの確認',
    lead: '続ける前に、ご本人であることを確認してください。',
    mailedInstead:
      '{provider} からは、ログインし直したことが通知されません。{email} にコードを送信しました。',
    signInInstead:
      '{provider} からは、ログインし直したことが通知されません。別の方法でログインして、ご本人であることを確認してください。',
    impossible:
      'ご本人であることを確認する方法がありません。アカウントにパスワードがなく、コードも送信できません。このサイトにお問い合わせください。',
  },
  mails: {
    added: {
      subject: '{site} に新しいログイン確認方法が追加されました',
      lead: '今後、ログインの際にこの方法で確認します。',
    },
    removed: {
      subject: '{site} のログイン確認方法が削除されました',
      lead: 'この方法は使えなくなりました。',
    },
    switchedOff: {
      subject: '{site} の2段階ログインがオフになりました',
      lead: 'ログインの際にコードを確認しなくなりました。',
    },
    recoveryCodeUsed: {
      subject: '{site} でリカバリーコードが使用されました',
      lead: '残りのコード：{count}。なくなる前に新しいコードを作成してください。',
    },
    recoveryCodesMade: {
      subject: '{site} で新しいリカバリーコードが作成されました',
      lead: '以前のコードは使用できなくなりました。',
    },
    guessed: {
      subject: '{site} で間違ったコードが入力されました',
      lead: '連続した間違い：{count}。ほかの人がログイン情報を知っている可能性があります。',
    },
    locked: {
      subject: '{site} で間違ったコードが何度も入力されました',
      lead: '連続した間違い：{count}。最長30日間、アカウントを開けるのはリカバリーコードまたはパスキーだけです。ほかの人がログイン情報を知っている可能性があります。',
    },
    signInCode: {
      subject: '{site} のコード',
      lead: 'ログインを完了するには、このコードを入力してください。',
    },
    confirmCode: {
      subject: '{site} のコード',
      lead: 'ご本人であることを確認するには、このコードを入力してください。',
    },
    when: '日時：{date}',
    browser: 'ブラウザー：{browser}',
    notYou: 'お心当たりがない場合は、今すぐアカウントを保護してください。',
    button: 'アカウントを保護する',
    wasYou: 'ご本人による操作であれば、何もする必要はありません。',
  },
}

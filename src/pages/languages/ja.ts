import type { PageTexts } from '../../model/page-texts.js'

/** Japanese. */
export const texts: PageTexts = {
  signIn: {
    heading: 'ログイン',
    headingTo: '{site} にログイン',
    lead: '{site} に進みます',
    withProvider: '{provider} でログイン',
    continue: '続ける',
    withEmail: 'メールでログイン',
    withPassword: 'パスワードでログイン',
    withPasskey: 'パスキーを使用',
    mailInstead: '代わりにリンクをメールで受け取る',
    email: 'メールアドレス',
    or: 'または',
    almostDone: 'まもなく完了します',
    showPassword: 'パスワードを表示',
    lastUsed: '前回使用',
    noProviders: 'このサイトにはまだログイン方法がありません。',
    createPasskey: 'パスキーを作成',
    passkeysUnavailable:
      'ここではパスキーを使用できません。JavaScript と最新のブラウザーが必要です。',
    passkeyCancelled: 'パスキーは使用されませんでした。もう一度お試しください。',
  },
  signOut: {
    heading: 'ログアウト',
    question: '{site} からログアウトしますか？',
    plainQuestion: 'ログアウトしますか？',
    button: 'ログアウト',
    stay: 'ログインしたままにする',
  },
  verifyRequest: {
    heading: 'メールをご確認ください',
    sentTo: '{email} にログイン用のリンクをお送りしました。',
    sent: 'ログイン用のリンクをお送りしました。',
    openLink: 'リンクを開くとログインが完了します。',
    openLinkOrTypeCode: 'リンクを開くか、メールに記載のコードをここに入力してください。',
    spam: '1分ほど待っても届かない場合は、迷惑メールフォルダをご確認ください。',
    tryAgain: 'やり直す、または別のアドレスを使う',
    code: 'メールに記載のコード',
    codeHint: 'コードは{length}桁の数字です。',
    codeButton: '続ける',
    codeWrong:
      'コードが違うか、有効期限が切れています。もう一度ご確認いただくか、新しいメールをお受け取りください。',
  },
  confirm: {
    heading: 'ログインを完了する',
    lead: '{email} として {site} にログインします。',
    plainLead: '{email} としてログインします。',
    button: 'ログイン',
    once: 'このリンクは一度しか使えません。お心当たりがない場合は、このページを閉じてください。何も起こりません。',
    notMe: '心当たりがありません',
  },
  grant: {
    heading: '許可が必要です',
    again: '{site} が {provider} を利用するには、もう一度許可が必要です。',
    more: '{site} は {provider} での追加の許可を必要としています。',
    otherAccount:
      'ここで連携しているものとは別の {provider} アカウントが選ばれました。連携しているアカウントを選ぶか、先に連携を解除してください。',
    connect: '{provider} と連携する',
    connectAgain: '{provider} ともう一度連携する',
  },
  links: {
    toSignIn: 'ログインに戻る',
    toSite: '{site} に戻る',
    toAccount: 'アカウントに戻る',
    signUp: 'アカウントを作成',
    noAccount: 'アカウントをお持ちでない方は新規作成',
    haveAccount: 'アカウントをお持ちの方はログイン',
    terms: '利用規約',
    privacy: 'プライバシーポリシー',
  },
  mail: {
    subject: '{site} へのログイン',
    heading: '{site} へのログイン',
    button: 'ログイン',
    link: '次のリンクを開いてログインしてください：',
    linkInstead: 'ボタンが使えない場合は、次のリンクをブラウザーで開いてください：',
    code: 'または、ログインを始めた画面に次のコードを入力してください：',
    once: '一度だけ使えます。有効期間：{duration}。',
    ignore: 'このメールにお心当たりがない場合は、無視していただいてかまいません。',
  },
  errors: {
    general: {
      title: '問題が発生しました',
      sentence: '処理を完了できませんでした。もう一度お試しください。',
    },
    Configuration: {
      title: 'サイト側で問題が発生しました',
      sentence: 'ログインできませんでした。原因はサイトの管理者がログで確認できます。',
    },
    AccessDenied: {
      title: 'アクセスできません',
      sentence: 'このアカウントではログインできません。別のアカウントをお試しください。',
    },
    Verification: {
      title: 'このリンクは使えません',
      sentence:
        '有効期限が切れているか、すでに使用されています。もう一度ログインして新しいリンクをお受け取りください。',
    },
    MissingCSRF: {
      title: 'フォームの有効期限が切れました',
      sentence:
        'もう一度お試しください。繰り返し起こる場合は、このサイトの Cookie を許可してください。',
    },
    CredentialsSignin: {
      title: '入力内容が一致しません',
      sentence: '入力内容をご確認のうえ、もう一度お試しください。',
    },
    OAuthCallbackError: {
      title: 'ログインが完了しませんでした',
      sentence: 'キャンセルされたか、連携先に拒否されました。もう一度お試しください。',
    },
    OAuthAttemptLost: {
      title: 'このログインは終了しています',
      sentence:
        '時間がかかりすぎたか、すでに完了しているか、別のブラウザーで始められました。もう一度お試しください。',
    },
    OAuthMetadataInvalid: {
      title: 'サービスに接続できませんでした',
      sentence:
        '選択したサービスの設定が想定と異なります。もう一度試すか、別の方法をお選びください。',
    },
    OAuthProfileParseError: {
      title: 'プロフィールを読み取れませんでした',
      sentence:
        '選択したサービスからお客様の情報を得られませんでした。別の方法でログインしてください。',
    },
    OAuthRequestFailed: {
      title: 'サービスに接続できませんでした',
      sentence: '選択したサービスが応答しませんでした。もう一度試すか、別の方法をお選びください。',
    },
    OAuthResponseInvalid: {
      title: '応答を確認できませんでした',
      sentence: '選択したサービスからの応答を検証できませんでした。もう一度お試しください。',
    },
    OAuthAccountNotLinked: {
      title: 'すでにアカウントをお持ちです',
      sentence:
        'このメールアドレスはすでに使われています。最初に使った方法でログインしてください。',
    },
    AccountNotLinked: {
      title: 'アカウントに連携されていません',
      sentence: '最初に使った方法でログインしてから、この方法を追加してください。',
    },
    LastSignInMethod: {
      title: '最後のログイン方法です',
      sentence: '削除する前に、別のログイン方法を追加してください。',
    },
    InvalidEmailAddress: {
      title: 'メールアドレスではありません',
      sentence: '入力内容をご確認のうえ、もう一度お試しください。',
    },
    EmailSignInError: {
      title: 'メールを送信できませんでした',
      sentence: 'しばらくしてからもう一度試すか、別の方法でログインしてください。',
    },
    TooManyRequests: {
      title: '試行回数が多すぎます',
      sentence: '少し待ってからもう一度お試しください。',
    },
    ServerBusy: {
      title: '混み合っています',
      sentence: 'ただいま大変混み合っています。しばらくしてからもう一度お試しください。',
    },
    WebAuthnVerificationError: {
      title: 'パスキーを受け付けられませんでした',
      sentence: 'パスキーを確認できませんでした。もう一度試すか、別の方法でログインしてください。',
    },
    SessionRequired: {
      title: '先にログインしてください',
      sentence: 'このページはログインした方だけがご覧になれます。',
    },
    CrossSiteRequest: {
      title: 'リクエストをブロックしました',
      sentence: '別のサイトから送られたため、実行しませんでした。ここからやり直してください。',
    },
    InvalidProvider: {
      title: '不明なログイン方法です',
      sentence: 'このサイトでは、指定されたログイン方法を利用できません。',
    },
    UnknownAction: {
      title: 'ページが見つかりません',
      sentence: 'このアドレスには何もありません。',
    },
    MethodNotAllowed: {
      title: 'このアドレスの使い方が違います',
      sentence: 'ログインページからやり直してください。',
    },
    InvalidRequestBody: {
      title: 'フォームを読み取れませんでした',
      sentence: '一部が欠けているか、途中で壊れています。もう一度お試しください。',
    },
    RequestBodyTooLarge: {
      title: 'フォームが大きすぎます',
      sentence: '受け付けられる量を超えています。短くしてもう一度お試しください。',
    },
    SessionTooLarge: {
      title: 'ログイン状態を保てませんでした',
      sentence:
        'セッションの内容がブラウザーに保存できる量を超えています。サイトの管理者が修正できます。',
    },
    UntrustedHost: {
      title: '想定外のアドレスです',
      sentence: 'このサイトは、ブラウザーに表示されているアドレスでの利用を想定していません。',
    },
  },
}

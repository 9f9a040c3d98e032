import type { FactorTexts } from '../../model/factor-texts.js'

/** Chinese, simplified. */
export const texts: FactorTexts = {
  names: {
    twoStep: '两步登录',
    app: '身份验证器应用',
    recoveryCodes: '恢复代码',
    passkey: '安全密钥或通行密钥',
    emailCode: '邮件验证码',
    browsers: '受信任的浏览器',
    unknownBrowser: '未知浏览器',
  },
  fields: {
    code: '验证码',
    codeHint: '验证码为 6 位数字。',
    recoveryCode: '恢复代码',
    password: '密码',
  },
  buttons: {
    continue: '继续',
    confirm: '确认',
    remove: '移除',
    removeNamed: '移除 {name}',
    addApp: '添加身份验证器应用',
    newCodes: '生成新代码',
    download: '下载为文本',
    sendCode: '发送验证码',
    sendAgain: '发送新验证码',
    usePasskey: '使用通行密钥',
    cancel: '取消',
  },
  problems: {
    wrongCode: '验证码错误或已被使用。请等待下一个验证码。',
    clock: '仍然错误？请检查设备的时间是否准确。',
    wrongMailedCode: '验证码错误或已过期。请核对，或重新获取。',
    wrongRecoveryCode: '这不是您的恢复代码，或已被使用。',
    wrongPassword: '这不是您的密码。',
    limit: {
      title: '错误的验证码过多',
      sentence: '请在{duration}后重试。',
    },
    expired: {
      title: '用时过长',
      sentence: '请重新登录。',
    },
  },
  instead: {
    code: '改用身份验证器应用',
    recoveryCode: '改用恢复代码',
    passkey: '改用通行密钥',
    emailCode: '改为通过邮件接收验证码',
    password: '改用密码',
    provider: '改为重新登录',
  },
  ask: {
    code: '请输入身份验证器应用中的验证码。',
    recoveryCode: '请输入您的一个恢复代码。每个只能使用一次。',
    passkey: '请使用您的通行密钥或安全密钥。',
    emailCode: '我们将向 {email} 发送验证码。',
    emailCodeSent: '请输入我们发送到 {email} 的验证码。',
    password: '请输入您的密码。',
    provider: '使用 {provider} 继续',
  },
  secondFactor: {
    remember: '{duration}内不在此浏览器上再次询问',
  },
  addApp: {
    heading: '添加身份验证器应用',
    required: '{site} 要求登录时进行第二步验证。',
    lead: '请用应用扫描此码，或输入密钥。',
    qrCode: '身份验证器应用的二维码',
    key: '密钥',
    openApp: '在此设备的应用中打开',
    typeCode: '然后输入应用显示的验证码。',
  },
  recoveryCodes: {
    heading: '您的恢复代码',
    lead: '请将这些代码保存在安全的地方。每个只能使用一次。我们无法再次显示。',
    fileTitle: '{site} 的恢复代码',
  },
  overview: {
    on: '已开启。登录后我们会要求输入验证码。',
    off: '未开启。添加身份验证器应用以保护您的账号。',
    required: '已开启。本网站要求使用。',
    added: '添加于 {date}',
    lastUsed: '上次使用：{date}',
    aboutRecoveryCodes: '丢失设备时可用它们登录。',
    codesLeft: '剩余代码：{count}',
    fewCodes: '请在用完之前生成新代码。',
    aboutBrowsers: '在这些浏览器上我们不要求输入验证码。',
    until: '有效期至 {date}',
  },
  prove: {
    heading: '确认是您本人',
    lead: '继续之前，请确认是您本人。',
    mailedInstead: '{provider} 不会告知我们您刚刚登录过。我们已向 {email} 发送验证码。',
    signInInstead: '{provider} 不会告知我们您刚刚登录过。请用其他方式登录，以确认是您本人。',
    impossible:
      '我们无法确认是您本人。您的账户没有密码，我们也无法向您发送验证码。请向本网站寻求帮助。',
  },
  mails: {
    added: {
      subject: '{site} 上添加了新的登录确认方式',
      lead: '从现在起，登录您的账号时需要使用它。',
    },
    removed: {
      subject: '{site} 上移除了一种登录确认方式',
      lead: '您的账号不再接受它。',
    },
    switchedOff: {
      subject: '{site} 上的两步登录已关闭',
      lead: '登录您的账号时不再要求输入验证码。',
    },
    recoveryCodeUsed: {
      subject: '{site} 上使用了一个恢复代码',
      lead: '剩余代码：{count}。请在用完之前生成新代码。',
    },
    recoveryCodesMade: {
      subject: '{site} 上生成了新的恢复代码',
      lead: '旧代码已失效。',
    },
    guessed: {
      subject: '{site} 上输入了错误的验证码',
      lead: '连续输错的验证码：{count}。可能有其他人知道您的登录信息。',
    },
    locked: {
      subject: '{site} 上多次输入了错误的验证码',
      lead: '连续输错的验证码：{count}。最长 30 天内，只有恢复代码或通行密钥可以打开您的账户。可能有其他人知道您的登录信息。',
    },
    signInCode: {
      subject: '您在 {site} 的验证码',
      lead: '请输入此验证码以完成登录。',
    },
    confirmCode: {
      subject: '您在 {site} 的验证码',
      lead: '请输入此验证码以确认是您本人。',
    },
    when: '时间：{date}',
    browser: '浏览器：{browser}',
    notYou: '不是您本人？请立即保护您的账号。',
    button: '保护我的账号',
    wasYou: '如果是您本人操作，则无需采取任何措施。',
  },
}

import type { PageTexts } from '../../model/page-texts.js'

/** Chinese, simplified. */
export const texts: PageTexts = {
  signIn: {
    heading: '登录',
    headingTo: '登录 {site}',
    lead: '以继续访问 {site}',
    withProvider: '使用 {provider} 登录',
    continue: '继续',
    withEmail: '使用电子邮件登录',
    withPassword: '使用密码登录',
    withPasskey: '使用通行密钥',
    mailInstead: '改为通过邮件接收链接',
    email: '电子邮箱',
    or: '或',
    almostDone: '即将完成',
    showPassword: '显示密码',
    lastUsed: '上次使用',
    noProviders: '本网站尚未提供登录方式。',
    createPasskey: '创建通行密钥',
    passkeysUnavailable: '此处无法使用通行密钥：需要 JavaScript 和较新的浏览器。',
    passkeyCancelled: '未使用通行密钥。请重试。',
  },
  signOut: {
    heading: '退出登录',
    question: '您要退出 {site} 吗？',
    plainQuestion: '您要退出登录吗？',
    button: '退出登录',
    stay: '保持登录',
  },
  verifyRequest: {
    heading: '请查收邮件',
    sentTo: '我们已向 {email} 发送登录链接。',
    sent: '我们已向您发送登录链接。',
    openLink: '打开链接即可完成登录。',
    openLinkOrTypeCode: '请打开链接，或在此输入邮件中的验证码。',
    spam: '一分钟后仍未收到？请查看垃圾邮件文件夹。',
    tryAgain: '重试或使用其他邮箱',
    code: '邮件中的验证码',
    codeHint: '验证码为 {length} 位数字。',
    codeButton: '继续',
    codeWrong: '验证码错误或已过期。请核对，或重新获取邮件。',
  },
  confirm: {
    heading: '完成登录',
    lead: '您将以 {email} 的身份登录 {site}。',
    plainLead: '您将以 {email} 的身份登录。',
    button: '登录',
    once: '此链接只能使用一次。如果不是您本人操作，直接离开此页面即可，不会有任何影响。',
    notMe: '这不是我的操作',
  },
  grant: {
    heading: '需要您的授权',
    again: '{site} 需要您重新授权才能使用 {provider}。',
    more: '{site} 需要您在 {provider} 授予更多权限。',
    otherAccount:
      '您选择的 {provider} 账号与此处关联的账号不同。请选择已关联的账号，或先取消关联。',
    connect: '关联 {provider}',
    connectAgain: '重新关联 {provider}',
  },
  links: {
    toSignIn: '返回登录',
    toSite: '返回 {site}',
    toAccount: '返回您的账号',
    signUp: '创建账号',
    noAccount: '还没有账号？创建账号',
    haveAccount: '已有账号？登录',
    terms: '服务条款',
    privacy: '隐私政策',
  },
  mail: {
    subject: '登录 {site}',
    heading: '登录 {site}',
    button: '登录',
    link: '请打开以下链接登录：',
    linkInstead: '如果按钮无法使用，请在浏览器中打开以下链接：',
    code: '或在您发起登录的页面输入以下验证码：',
    once: '仅可使用一次。有效期：{duration}。',
    ignore: '如果您没有请求此邮件，可以忽略它。',
  },
  errors: {
    general: { title: '出了点问题', sentence: '操作未能完成，请重试。' },
    Configuration: {
      title: '我们这边出了点问题',
      sentence: '未能为您登录。网站管理者可以在日志中找到原因。',
    },
    AccessDenied: {
      title: '访问被拒绝',
      sentence: '此账号不能在这里登录。您可以尝试其他账号。',
    },
    Verification: {
      title: '此链接已失效',
      sentence: '链接已过期或已被使用。请重新登录以获取新链接。',
    },
    MissingCSRF: {
      title: '表单已过期',
      sentence: '请重试。如果问题持续出现，请允许本网站使用 Cookie。',
    },
    CredentialsSignin: { title: '信息不匹配', sentence: '请检查您输入的内容，然后重试。' },
    OAuthCallbackError: {
      title: '登录未完成',
      sentence: '登录被取消，或被对方服务拒绝。请重试。',
    },
    OAuthAttemptLost: {
      title: '该次登录已结束',
      sentence: '登录耗时过长、已经完成，或是在另一个浏览器中开始的。请重试。',
    },
    OAuthMetadataInvalid: {
      title: '无法连接该服务',
      sentence: '您选择的服务配置与预期不符。请重试或选择其他方式。',
    },
    OAuthProfileParseError: {
      title: '无法读取您的资料',
      sentence: '您选择的服务没有告知您的身份。请选择其他登录方式。',
    },
    OAuthRequestFailed: {
      title: '无法连接该服务',
      sentence: '您选择的服务没有响应。请重试或选择其他方式。',
    },
    OAuthResponseInvalid: {
      title: '无法验证响应',
      sentence: '您选择的服务的响应未通过我们的检查。请重试。',
    },
    OAuthAccountNotLinked: {
      title: '您已有账号',
      sentence: '您的邮箱已在此使用。请用首次登录时的方式登录。',
    },
    AccountNotLinked: {
      title: '未与您的账号关联',
      sentence: '请先用首次登录时的方式登录，然后再添加此方式。',
    },
    LastSignInMethod: {
      title: '这是您最后一种登录方式',
      sentence: '请先添加其他登录方式，再移除此方式。',
    },
    InvalidEmailAddress: {
      title: '这不是有效的邮箱地址',
      sentence: '请检查您输入的内容，然后重试。',
    },
    EmailSignInError: {
      title: '邮件未能发送',
      sentence: '请稍后重试，或使用其他方式登录。',
    },
    TooManyRequests: { title: '尝试次数过多', sentence: '请稍等片刻再试。' },
    ServerBusy: { title: '系统繁忙', sentence: '系统目前非常繁忙，请稍后再试。' },
    WebAuthnVerificationError: {
      title: '通行密钥未被接受',
      sentence: '我们无法验证您的通行密钥。请重试，或使用其他方式登录。',
    },
    SessionRequired: { title: '请先登录', sentence: '您要访问的页面仅供已登录的用户使用。' },
    CrossSiteRequest: {
      title: '请求已被阻止',
      sentence: '该请求来自其他网站，因此未予执行。请在此重新开始。',
    },
    InvalidProvider: {
      title: '未知的登录方式',
      sentence: '本网站不提供所请求的登录方式。',
    },
    UnknownAction: { title: '页面不存在', sentence: '此地址没有任何内容。' },
    MethodNotAllowed: { title: '此地址不能这样使用', sentence: '请从登录页面重新开始。' },
    InvalidRequestBody: {
      title: '无法读取表单',
      sentence: '部分内容缺失或在传输中损坏。请重试。',
    },
    RequestBodyTooLarge: {
      title: '表单过大',
      sentence: '内容超出了我们可接受的大小。请缩短后重试。',
    },
    SessionTooLarge: {
      title: '无法保持您的登录状态',
      sentence: '您的会话内容超出了浏览器可保存的大小。网站管理者可以解决此问题。',
    },
    UntrustedHost: {
      title: '意外的地址',
      sentence: '本网站未设置为可通过您浏览器中的地址访问。',
    },
  },
}

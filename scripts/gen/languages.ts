export type Language = 'en' | 'zh'

/**
 * Phrases of the generated tables in other languages. A phrase that is not here stays English, so that a new event or
 * command needs no translation to appear.
 */
const phrases: Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>> = {
  zh: {
    event: '事件',
    fires: '触发时机',
    'hooks may': 'hook 可以',
    'matcher tests': '匹配器检查',
    observe: '仅观察',
    ', ': '、',
    block: '阻止',
    ask: '要求确认',
    allow: '批准',
    'rewrite the input': '改写输入',
    'rewrite the output': '改写输出',
    'rewrite the prompt': '改写提示',
    'add context': '补充上下文',
    'set variables': '设置环境变量',
    'when a session is created or resumed': '会话创建或恢复时',
    'before a prompt is processed': '处理用户提示之前',
    'before the agent works on an accepted prompt': '智能体开始处理已接受的提示之前',
    'before a tool call': '工具调用之前',
    'when a person would be asked about a tool call': '需要就工具调用征询用户时',
    'after a tool call succeeded': '工具调用成功之后',
    'after a tool call failed': '工具调用失败之后',
    'when a notice is sent to the user': '向用户发送通知时',
    'when a sub-agent starts': '子智能体启动时',
    'when a sub-agent is about to finish': '子智能体即将结束时',
    'when the agent is about to stop': '智能体即将停止时',
    "when a task is marked done, or a sub-agent's task ends": '任务被标记完成，或子智能体的任务结束时',
    'before the context is compacted': '压缩上下文之前',
    'after the turn, whatever its end': '回合结束之后（无论结果如何）',
    'when the session ends': '会话结束时',
    command: '命令',
    does: '作用',
    'Talk with an agent that works under your hooks, or give it one prompt.':
      '与一个在你的 hook 之下工作的智能体对话，或只给它一个提示。',
    'Watch an agent work under hooks of every kind, without any key.':
      '观看一个智能体在各种 hook 之下工作，不需要任何密钥。',
    'Show what the files of a project want to run, and approve it by content.':
      '显示项目文件想要运行什么，并按内容批准。',
    'Show what was recorded: sessions, their events and hooks with times, one event in full, statistics.':
      '显示所记录的内容：会话、其中的事件和 hook 及耗时、单个事件的全部细节、统计。',
    'Fire recorded events through another configuration and list what comes out otherwise; exits 3 if weaker.':
      '用另一份配置重放记录的事件，列出结果不同之处；变弱时退出码为 3。',
    'Serve a live page of sessions, hooks and questions on this machine, or export one session as a file.':
      '在本机提供会话、hook 和提问的实时页面，或把一个会话导出为文件。',
    'Run the hooks for one event and print the verdict.': '为一个事件运行 hook 并打印裁决。',
    'Show every configured hook of an event with its fate; runs nothing.':
      '显示一个事件的每个已配置 hook 会怎样；什么都不运行。',
    'Find faults in configurations and their scripts; --fix mends the mechanical ones.':
      '找出配置及其脚本中的错误；--fix 修复其中机械性的部分。',
    'Prove the samples of guards and run hooktest files, through the real hooks.':
      '通过真实的 hook 验证守卫的样例并运行 hooktest 文件。',
    'Write a starter configuration with guards, samples and scripts.': '写出带有守卫、样例和脚本的初始配置。',
    'Convert a configuration to another dialect and report what each entry keeps; exits 3 if one is left out.':
      '把配置转换为另一种方言，并报告每个条目保留了什么；有条目被略去时退出码为 3。',
    'Register Hookline in the settings of an agent, or take it out.': '在某个智能体的设置中登记 Hookline，或将其移除。',
    'Decide, as a hook of an agent, whether it may stop or ask.': '作为某个智能体的 hook，决定它能否停止或提问。',
    'Switch the supervisor of a session on or off, or tell which it is.': '打开或关闭会话的监督者，或显示当前状态。',
    'Print what reviews decided: approved, refused, capped, unverified.':
      '打印审查的结论：批准、拒绝、达到上限、未经验证。',
    'Print the event table.': '打印事件表。',
    'Print the JSON Schema of an event, or of a configuration file.': '打印事件或配置文件的 JSON Schema。',
  },
}

/** A phrase in a language, or itself where nobody has translated it. */
export function translate(phrase: string, language: Language): string {
  return language === 'en' ? phrase : (phrases[language][phrase] ?? phrase)
}

/** The phrases that are translated into a language. */
export function translatedPhrases(language: Exclude<Language, 'en'>): string[] {
  return Object.keys(phrases[language])
}

/** What is known of programs when a rule for them is proposed. */
export const programFacts = {
  /** What they do depends wholly on their arguments: allowed once, they are never allowed with others. */
  risky:
    /^(?:.*\/)?(?:rm|rmdir|mv|cp|ln|dd|install|truncate|shred|chmod|chown|chgrp|sudo|doas|su|sh|bash|dash|zsh|fish|ksh|eval|exec|source|\.|command|env|xargs|parallel|find|fd|timeout|nohup|nice|setsid|time|watch|curl|wget|ssh|scp|sftp|rsync|nc|ncat|socat|telnet|python[\d.]*|node|deno|bun|ruby|perl|php|lua|awk|gawk|sed|tee|kill|pkill|killall|systemctl|service|crontab|at|mkfs.*|mount|umount|psql|mysql|sqlite3|redis-cli|mongosh|aws|gcloud|az|terraform|ansible.*|helm|osascript|open|xdg-open|tmux|screen|git-.*)$/,
}

/** Programs whose first word says what they do. */
interface Subcommands {
  /** First words that are never allowed with other arguments. */
  risky?: RegExp
  /** First words whose next word says more. */
  nested?: RegExp
}

const packages: Subcommands = {
  risky: /^(?:publish|unpublish|exec|x|dlx|config|login|token|owner)$/,
  nested: /^run(?:-script)?$/,
}

/** Programs that are told apart by their first word. */
export const subcommandPrograms: Readonly<Record<string, Subcommands | undefined>> = {
  __proto__: null as never,
  git: {
    risky:
      /^(?:push|reset|clean|checkout|switch|restore|rebase|filter-.*|config|gc|prune|reflog|update-ref|worktree|submodule|rm|mv|apply|am|cherry-pick|revert|merge|pull|stash|bisect|difftool|mergetool)$/,
    nested: /^(?:remote|tag|branch)$/,
  },
  npm: packages,
  pnpm: packages,
  yarn: packages,
  npx: {},
  pnpx: {},
  uvx: {},
  cargo: { risky: /^(?:publish|yank|login|owner|install|uninstall)$/ },
  go: { risky: /^(?:install|env|generate)$/ },
  make: {},
  just: {},
  pip: { risky: /^(?:config|uninstall)$/ },
  pip3: { risky: /^(?:config|uninstall)$/ },
  uv: { nested: /^(?:pip|run|tool)$/ },
  poetry: { risky: /^(?:publish|config|self)$/, nested: /^run$/ },
  docker: {
    risky: /^(?:run|exec|rm|rmi|system|volume|cp|push|login|kill|stop)$/,
    nested: /^(?:compose|image|container)$/,
  },
  kubectl: { risky: /^(?:delete|exec|apply|edit|patch|replace|scale|drain|cp|port-forward|proxy|run)$/ },
  gh: { risky: /^(?:api|auth|secret|extension|alias)$/, nested: /^.*$/ },
  dotnet: {},
  mvn: {},
  gradle: {},
  bundle: { nested: /^exec$/ },
  composer: { risky: /^(?:global|config)$/ },
}

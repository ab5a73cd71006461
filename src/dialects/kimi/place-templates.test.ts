import { describe, expect, it } from 'vitest'
import { placeTemplates } from './place-templates.ts'

describe('placeTemplates', () => {
  it.each([
    ['black {{tool_input.file_path}}', ['bare']],
    ['black --quiet "$KIMI_WORK_DIR/{{tool_input.file_path}}"', ['quoted']],
    ['echo a{{b}}c "x {{d}} y"', ['bare', 'quoted']],
    ['echo {{ a.b }} {{a.0.b}}', ['bare', 'bare']],
    ['F={{a}} cmd', ['bare']],
    ['x="$(cat {{a}})"', ['bare']],
    ['echo "$(cat "{{a}}")"', ['quoted']],
    ['echo ${X:-{{a}}} "${X:-{{b}}}"', ['bare', 'quoted']],
    ['for f in {{a}}; do echo "$f"; done', ['bare']],
    ['case {{a}} in {{b}}) echo;; esac', ['bare', 'bare']],
    ['cmd > {{a}} 2>> "{{b}}"', ['bare', 'quoted']],
    ['f() { echo {{a}}; }', ['bare']],
    ['test -f {{a}} && (cd "{{b}}" && ls)', ['bare', 'quoted']],
    ['echo {a,{{b}}} *{{c}}*', ['bare', 'bare']],
    [`sh -c 'use "$1"' sh {{a}}`, ['bare']],
    ['python3 check.py {{a}}', ['bare']],
    [`awk -v x={{a}} '{print x}' f`, ['bare']],
    ["jq --arg x {{a}} '.y == $x'", ['bare']],
    ['sed -f rules.sed {{a}}', ['bare']],
    ['grep -e {{a}} f | cat', ['bare']],
    ['find . -name {{a}}', ['bare']],
    ['export F={{a}}', ['bare']],
    ['echo x # {{a}}', ['unread']],
    ['if true; then\n  # {{a}}\n  x\nfi', ['unread']],
  ])('finds the place of each template in %j', (command, places) => {
    expect(placeTemplates(command)).toMatchObject({ places, flaws: [] })
  })

  it.each(["docker ps --format '{{.Names}}'", "go list -f '{{json .}}'", 'echo {{}} {{ }} {{a b}}', 'echo {a}'])(
    'leaves the templates of other programs in %j alone',
    (command) => {
      expect(placeTemplates(command)).toEqual({ pieces: [{ text: command }], places: [], flaws: [] })
    },
  )

  it.each([
    ["echo '{{a}}'", 'inside single quotes'],
    ['echo "x" \'y {{a}} z\'', 'inside single quotes'],
    ["x=$'{{a}}'", 'inside single quotes'],
    ['cat <<EOF\n{{a}}\nEOF\n', 'inside a heredoc'],
    ["cat <<'EOF'\n{{a}}\nEOF\n", 'inside a heredoc'],
    ['cat <<-EOF\n\t{{a}}\n\tEOF\n', 'inside a heredoc'],
    ['sh -c "x {{a}}"', 'inside the code of another interpreter'],
    ['sh -c {{a}}', 'inside the code of another interpreter'],
    ['bash -lc "{{a}}"', 'inside the code of another interpreter'],
    ['/bin/bash -o pipefail -c "{{a}}"', 'inside the code of another interpreter'],
    ['env X=1 sudo sh -ec {{a}}', 'inside the code of another interpreter'],
    ['timeout 5 python3.12 -c "print({{a}})"', 'inside the code of another interpreter'],
    ['eval "ls {{a}}"', 'inside the code of another interpreter'],
    ['trap "rm {{a}}" EXIT', 'inside the code of another interpreter'],
    ['alias x="{{a}}"', 'inside the code of another interpreter'],
    ['alias -p x={{a}} y', 'inside the code of another interpreter'],
    ['. {{a}}', 'inside the code of another interpreter'],
    ['node -e "{{a}}"', 'inside the code of another interpreter'],
    ['node --eval={{a}}', 'inside the code of another interpreter'],
    ['perl -ne"{{a}}" f', 'inside the code of another interpreter'],
    ['ruby -e {{a}}', 'inside the code of another interpreter'],
    ['php -r "{{a}}"', 'inside the code of another interpreter'],
    ['awk "/{{a}}/" f', 'inside the code of another interpreter'],
    ['sed -i -e "s/{{a}}/y/" f', 'inside the code of another interpreter'],
    ['sed "s/{{a}}/y/" f', 'inside the code of another interpreter'],
    ['jq ".x == \\"{{a}}\\""', 'inside the code of another interpreter'],
    ['ssh host ls {{a}}', 'inside the code of another interpreter'],
    ['find . -exec sh -c "{{a}}" \\;', 'inside the code of another interpreter'],
    ['xargs -I{} bash -c "echo {{a}}"', 'inside the code of another interpreter'],
    ['su -c "{{a}}" user', 'inside the code of another interpreter'],
    ['sudo {{a}}', 'inside the code of another interpreter'],
    ['bash <<< {{a}}', 'inside the code of another interpreter'],
    ['echo {{a}} | sh', 'in what another interpreter reads as its code'],
    ['echo {{a}} | grep x | bash -s', 'in what another interpreter reads as its code'],
    ['{{a}} x', 'where the name of a program stands'],
    ['"./{{a}}"', 'where the name of a program stands'],
    ['x && {{a}}', 'where the name of a program stands'],
    ['echo `cat {{a}}`', 'inside backticks'],
    ['echo $(({{a}}+1))', 'inside arithmetic'],
    ['echo ${X:{{a}}}', 'inside arithmetic'],
    ['a[{{a}}]=1', 'inside arithmetic'],
    ['[[ {{a}} == x ]]', 'inside [[ ]], which not every /bin/sh knows'],
    ['echo ${{a}}', 'inside a name'],
    ['echo "${{a}}"', 'inside a name'],
    ['{{a}}=1 cmd', 'inside a name'],
    ['for {{a}} in x; do :; done', 'inside a name'],
    ['echo \\{{a}}', 'behind a backslash'],
    ['echo "\\{{a}}"', 'behind a backslash'],
    ['cmd {{{a}}}>x', 'where the shell expects syntax'],
    ['echo {{a}} "', 'in a command line that is no valid shell'],
  ])('refuses %j', (command, why) => {
    const { flaws, places } = placeTemplates(command)
    expect(flaws).toEqual([{ template: '{{a}}', why, hint: expect.stringMatching(/\.$/) }])
    expect(places).toEqual(['unread'])
  })

  it('reports every template that stands badly, in order', () => {
    expect(placeTemplates("echo '{{a}}' {{b}} '{{c}}'")).toMatchObject({
      places: ['unread', 'bare', 'unread'],
      flaws: [{ template: '{{a}}' }, { template: '{{c}}' }],
    })
  })

  it('is not fooled by text that looks like its own marks', () => {
    expect(placeTemplates("echo HKLT_0_ 'HKLT_0_' {{a}}")).toMatchObject({ places: ['bare'], flaws: [] })
  })
})

/** Everyday values by name; a template takes each of them in turn. */
const values: Readonly<Record<string, readonly string[]>> = {
  branch: ['main', 'develop', 'feature/login-form', 'fix/null-deref', 'release/2.4', 'chore/bump-deps'],
  other: ['origin/main', 'upstream/develop', 'HEAD~1', 'v1.8.0'],
  file: [
    'src/index.ts',
    'lib/parser.js',
    'app/models/user.py',
    'cmd/server/main.go',
    'README.md',
    'package.json',
    'docs/guide.md',
  ],
  source: ['src/index.ts', 'lib/parser.js', 'app/models/user.py', 'cmd/server/main.go'],
  dir: ['src', 'lib', 'test', 'docs', 'packages/core', 'apps/web'],
  out: ['dist', 'build', 'coverage', '.cache', 'target', 'out'],
  word: ['TODO', 'createSession', 'import React', 'def test_', 'deprecated', 'console.log'],
  script: ['build', 'lint', 'typecheck', 'dev', 'test:unit', 'format', 'e2e'],
  pkg: ['lodash', 'typescript@5', '@types/node', 'vitest', 'eslint-plugin-import', 'zod'],
  pypkg: ['requests', 'pytest', 'numpy==2.1.0', '-r requirements.txt', '-e .[dev]'],
  message: [
    'fix: handle empty input',
    'feat(api): add paging',
    'docs: explain the .env file',
    'refactor: drop rm -rf from the script',
    'chore: bump deps',
  ],
  image: ['app:latest', 'node:24-slim', 'postgres:17', 'registry.local/web:1.2'],
  service: ['web', 'db', 'worker', 'redis'],
  url: [
    'http://localhost:3000/health',
    'http://127.0.0.1:8080/api/users',
    'https://packages.example.com/zod',
    'https://api.github.com/repos/nodejs/node',
  ],
  ext: ['ts', 'py', 'go', 'md', 'json'],
  number: ['1', '5', '20', '100'],
}

const templates: readonly string[] = `
git status
git status --short --branch
git diff
git diff --stat
git diff {other}
git diff --cached -- {file}
git diff {other}...HEAD --name-only
git log --oneline -{number}
git log -p -{number} -- {file}
git log --since="2 weeks ago" --author="$(git config user.name)"
git log {other}..HEAD --format='%h %s'
git show {other}
git show {other}:{file}
git show --stat HEAD
git add {file}
git add -A
git add -p {file}
git commit -m "{message}"
git commit -am "{message}"
git commit --amend --no-edit
git commit -m "$(cat <<'EOF'\\n{message}\\n\\nLonger text about it.\\nEOF\\n)"
git checkout {branch}
git checkout -b {branch}-2
git switch {branch}
git switch -c {branch}-wip
git branch --show-current
git branch -a --contains {other}
git branch -d {branch}
git merge {branch} --no-ff
git merge --abort
git rebase {other}
git rebase --continue
git fetch origin {branch}
git fetch --all --prune
git pull --rebase origin {branch}
git pull --ff-only
git push origin {branch}
git push -u origin {branch}
git push origin HEAD
git push --tags
git stash push -m "wip {branch}"
git stash list
git stash pop
git cherry-pick {other}
git revert --no-edit {other}
git tag -a v2.0.{number} -m "release"
git blame -L 10,20 {file}
git grep -n "{word}"
git ls-files {dir}
git ls-files | wc -l
git rev-parse HEAD
git rev-parse --abbrev-ref HEAD
git config user.email dev@example.com
git remote -v
git remote add upstream https://github.com/example/repo.git
git submodule update --init --recursive
git worktree add ../wt-{number} {branch}
git bisect start HEAD v1.8.0
git reset HEAD {file}
git reset --soft HEAD~{number}
git restore --staged {file}
git restore {file}
git checkout {other} -- {file}
git rm --cached {file}
git mv {file} {file}.old
git clone https://github.com/example/{service}.git
git clone --depth {number} git@github.com:example/{service}.git /tmp/{service}-{number}
git describe --tags --always
git shortlog -sn --since=2025-01-01
git -C {dir} status
git -C {dir} log --oneline -{number}
git diff --name-only {other} | xargs -r npx eslint
git archive --format=tar HEAD | tar -x -C /tmp/export
npm install
npm ci
npm install {pkg}
npm install --save-dev {pkg}
npm uninstall {pkg}
npm run {script}
npm run {script} --workspace=packages/core
npm run {script} -- --watch=false
npm test
npm test -- {dir}
npm outdated
npm audit --omit=dev
npm ls {pkg}
npm view {pkg} version
npm pack --dry-run
npm version patch --no-git-tag-version
npx tsc --noEmit
npx tsc -p {dir}/tsconfig.json
npx eslint {dir} --ext .ts
npx prettier --write {file}
npx vitest run {dir}
npx jest {file} --coverage
npx playwright test --project=chromium {dir}
npx prisma generate
npx {pkg} --version
pnpm install --frozen-lockfile
pnpm add -D {pkg}
pnpm run {script}
pnpm --filter {service} {script}
pnpm -r run {script}
yarn install --immutable
yarn add {pkg}
yarn {script}
yarn workspace {service} {script}
bun install
bun run {script}
node --version
node {dir}/index.js --port 300{number}
node --test {dir}
node -e "console.log(require('./package.json').version)"
node -p "process.versions.node"
NODE_ENV=production npm run {script}
CI=true npm run {script}
DEBUG=app:* node {dir}/server.js
FORCE_COLOR=1 npx vitest run {dir}
LOG_LEVEL=debug PORT=40{number} npm start
deno test {dir}
make
make {script}
make -C {dir} {script}
make -j$(nproc) {script}
make clean && make {script}
cmake -S . -B {out} -DCMAKE_BUILD_TYPE=Release
cmake --build {out} --parallel
ninja -C {out}
cargo build --release
cargo test {service}
cargo clippy -- -D warnings
cargo fmt --check
cargo run -- --input {file}
cargo add {service}
go build ./...
go test ./{dir}/... -run Test{service} -count={number}
go vet ./{dir}/...
go mod tidy
go run ./cmd/{service} --port 80{number}
gofmt -l {dir}
mvn -q -DskipTests package
mvn test -Dtest={service}Test
./gradlew {script}
./gradlew :{service}:test --info
dotnet build -c Release
dotnet test {dir}
bundle install
bundle exec rspec {dir}
python --version
python3 -m venv .venv
python3 -m pytest {dir} -q
python -m http.server 80{number}
python3 {dir}/tool.py --verbose
python3 -c "import sys; print(sys.path)"
python3 -m json.tool {file}
pip install {pypkg}
pip install --upgrade pip
pip freeze > requirements.lock
pip list --outdated
source .venv/bin/activate && pytest {dir}
. .venv/bin/activate && pip install {pypkg}
uv pip install {pypkg}
uv run pytest {dir} -k {service}
poetry run pytest {dir}
ruff check {dir} --fix
mypy {dir}
black --check {dir}
pytest {dir} -x --maxfail={number}
docker ps
docker ps -a --filter status=exited
docker images
docker build -t {image} .
docker build -f docker/{service}.Dockerfile -t example/{service} .
docker run --rm {image} ls
docker run -d --name {service} -p 80{number}:80 {image}
docker run --rm -v "$PWD":/app -w /app {image} npm test
docker run --rm -it -e NODE_ENV=test {image} sh -c "npm ci && npm test"
docker exec {service} ls /app
docker exec -it {service} sh -c 'cat /etc/os-release'
docker logs --tail {number} {service}
docker logs -f {service}
docker stop {service}
docker rm {service}
docker inspect {service}
docker pull {image}
docker tag {image} example/{service}:v{number}
docker compose up -d {service}
docker compose logs {service} --tail={number}
docker compose down
docker compose exec {service} npm run {script}
docker compose -f docker-compose.test.yml run --rm {service} npm test
docker network ls
docker volume ls
docker stats --no-stream
kubectl get pods -n {service}
kubectl describe deployment {service}
kubectl logs deploy/{service} --tail={number}
kubectl apply -f k8s/{service}.yaml
kubectl rollout status deploy/{service}
kubectl -n {service} port-forward svc/{service} 80{number}:80
helm template charts/{service}
terraform fmt -check
terraform plan -out=plan.{number}
aws s3 ls s3://bucket-{service}/
gh pr list --limit {number}
gh pr view {number} --json title,body
gh pr create --title "{message}" --body "see the branch" --base {branch}
gh run list --workflow ci.yml --limit {number}
gh issue list --label bug
ls
ls -la {dir}
ls -lh {dir} | head -{number}
ls {dir}/*.{ext}
tree -L {number} {dir}
cat {file}
cat {file} | head -{number}0
head -n {number}0 {file}
tail -n {number}0 {file}
tail -f logs/{service}.log
less {file}
wc -l {file}
wc -l {dir}/*.{ext}
cp {file} /tmp/backup-{number}
cp -r {dir} /tmp/{number}-copy
mv {file} {file}.bak
mv {dir}/old.{ext} {dir}/new.{ext}
mkdir -p {dir}/new-{number}
mkdir -p {out}/{dir} && cp -r {dir}/* {out}/{dir}/
touch {dir}/new.{ext}
rm {file}.bak
rm -f {dir}/*.tmp
rm -rf {out}
rm -rf {out}/* 
rm -rf node_modules && npm install
rm -rf node_modules package-lock.json {out}
rm -r /tmp/test-{number}
rmdir {dir}/empty-{number}
ln -s ../{dir} {out}/link-{number}
chmod +x scripts/{script}.sh
chmod 644 {file}
chmod -R u+rwX {out}
find {dir} -name "*.{ext}"
find . -name "*.{ext}" -not -path "./node_modules/*"
find {dir} -type f -mtime -{number}
find . -name "*.{ext}" -exec wc -l {} +
find {dir} -name "*.{ext}" | xargs grep -l "{word}"
find . -name "*.pyc" -delete
find . -type d -name __pycache__ -exec rm -r {} +
find {out} -type f -size +{number}M
fd -e {ext} . {dir}
grep -rn "{word}" {dir}
grep -rl "{word}" --include="*.{ext}" .
grep -c "{word}" {file}
grep -E "^(import|export)" {file} | sort -u
rg "{word}" {dir}
rg -n --type {ext} "{word}"
rg -l "{word}" | head -{number}
sed -n '1,{number}0p' {file}
sed -i 's/foo/bar/g' {file}
sed -i.bak -e 's/1.0/1.1/' {file}
awk '{print $1}' {file}
awk -F, 'NR>1 {s+=$2} END {print s}' data-{number}.csv
sort {file} | uniq -c | sort -rn | head -{number}
cut -d: -f1 {file}
tr -d '\\r' < {file} > {out}/clean-{number}.txt
diff {file} {file}.bak
diff -u <(sort a-{number}.txt) <(sort b-{number}.txt)
tar czf {out}-{number}.tar.gz {out}
tar xzf release-{number}.tar.gz -C {out}
unzip -o artifact-{number}.zip -d {out}
zip -r {out}.zip {out}
du -sh {dir}
df -h
stat {file}
file {out}/app
basename "$PWD"
realpath {file}
pwd
cd {dir} && ls
cd {dir} && npm run {script}
cd {dir} && git status && cd -
(cd {dir} && make {script})
pushd {dir} && npm test; popd
echo "done"
echo "{message}" >> CHANGELOG.md
echo $PATH
echo "$HOME"
echo "node $(node -v), npm $(npm -v)"
printf '%s' "{word}" > {out}/words-{number}.txt
cat > {dir}/new-{number}.{ext} <<'EOF'\\n// {word}\\nexport const x = 1\\nEOF
cat <<EOF > {out}/config-{number}.json\\n{"dir": "$PWD", "n": {number}}\\nEOF
cat <<'EOF' | tee {out}/notes-{number}.md\\n# {message}\\nEOF
cat >> {file} <<'EOF'\\n{message}\\nEOF
tee {out}/log-{number}.txt < {file} > /dev/null
curl -s {url}
curl -sSf {url} | jq .
curl -s {url} | jq -r '.[] | .name' | head -{number}
curl -X POST -H 'Content-Type: application/json' -d '{"n": {number}}' {url}
curl -o {out}/data-{number}.json {url}
wget -q -O {out}/file-{number}.json {url}
jq '.dependencies' package.json
jq -r '.scripts | keys[]' package.json
jq '.version = "{number}.0.0"' package.json > tmp.json && mv tmp.json package.json
yq '.services.{service}' docker-compose.yml
ps aux | grep {service}
pgrep -fl {service}
pkill -f "{service} --dev"
kill $(cat /tmp/{service}-{number}.pid)
kill %{number}
lsof -i :80{number}
ss -ltnp
netstat -an | grep 80{number}
env | sort
export NODE_ENV=test
export PATH="$PWD/node_modules/.bin:$PATH"
which node npm git
type {service}
uname -a
date +%Y-%m-%d
time npm run {script}
timeout {number}0 npm run {script}
nohup npm run {script} > /tmp/{script}-{number}.log 2>&1 &
npm run {script} 2>&1 | tee /tmp/{script}-{number}.log
npm run {script} > /dev/null 2>&1 || echo failed
npm run {script} && git add -A && git commit -m "{message}"
sleep {number} && curl -s {url}
for f in {dir}/*.{ext}; do echo "$f"; done
for f in {dir}/*.{ext}; do wc -l "$f"; done
for d in packages/*; do (cd "$d" && npm run {script}); done
for i in $(seq 1 {number}); do curl -s {url}; done
for i in 1 2 3; do npm test -- --shard=$i/{number} && break; done
while read -r line; do echo "$line"; done < {file}
while ! nc -z localhost 80{number}; do sleep 1; done
until curl -sf {url}; do sleep {number}; done
if [ -f {file} ]; then cat {file}; fi
if [ -d {out} ]; then rm -rf {out}; fi
[ -f {file} ] && cp {file} {file}.orig
test -d {out} || mkdir {out}
case "$(uname)" in Linux) npm run {script};; Darwin) npm run {script};; esac
VERSION=$(node -p "require('./package.json').version"); echo "v$VERSION"
BRANCH=$(git rev-parse --abbrev-ref HEAD) && git push origin "$BRANCH"
SHA=$(git rev-parse HEAD); docker build -t "app:$SHA" .
ROOT="$(git rev-parse --show-toplevel)"; cd "$ROOT/{dir}" && ls
git diff HEAD~{number} --name-only | grep '\\.{ext}$' | xargs -r cat
git log -1 --format=%cd $(git rev-parse HEAD)
git log --oneline $(git describe --tags --abbrev=0)..HEAD
ls | xargs -n1 basename
find {dir} -name "*.{ext}" -print0 | xargs -0 sed -i 's/a/b/'
xargs -a files-{number}.txt wc -l
sqlite3 data-{number}.db '.schema'
psql -h localhost -U app -c 'SELECT count(*) FROM users LIMIT {number}'
psql "$DATABASE_URL" -f migrations/00{number}.sql
mysql -u root -e 'SHOW TABLES' app{number}
redis-cli -p 637{number} ping
openssl version
openssl rand -hex {number}
base64 {file} | head -c {number}00
sha256sum {file}
md5sum {out}/*
ssh -V
rsync -av {dir}/ {out}/{dir}/
scp {out}.tar.gz deploy@host-{number}:/srv/app/
tmux ls
code {file}
open {out}/index.html
protoc --go_out=. proto/{service}.proto
hyperfine --warmup {number} 'node {dir}/index.js'
./scripts/{script}.sh --verbose
bash scripts/{script}.sh {branch}
sh -c 'npm ci && npm run {script}'
bash -lc "nvm use && npm run {script}"
bash -n scripts/{script}.sh
set -euo pipefail; npm ci; npm run {script}
shellcheck scripts/{script}.sh
`
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => line.replaceAll('\\n', '\n').replaceAll('\\\\', '\\'))

/**
 * Ordinary commands of build, git, test, package, docker and file work, all different. Each template takes the values of
 * its first placeholder in turn, and for each of them a few of the others, so that no kind of work drowns the rest.
 */
export function listOrdinaryCommands(): string[] {
  return [...new Set(templates.flatMap((template) => fill(template)))]
}

function fill(template: string): string[] {
  const names = [...new Set([...template.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!))].filter(
    (name) => values[name],
  )
  if (names.length === 0) return [template]
  const count = Math.min(
    12,
    names.reduce((product, name) => product * values[name]!.length, 1),
  )
  return Array.from({ length: count }, (_, turn) => {
    let rest = turn
    return names.reduce((text, name) => {
      const choices = values[name]!
      const choice = choices[rest % choices.length]!
      rest = Math.floor(rest / choices.length) + (rest % choices.length)
      return text.replaceAll(`{${name}}`, choice)
    }, template)
  })
}

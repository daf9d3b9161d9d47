#!/usr/bin/env bash
# Expected: the codes that "clear" prints (CSI H, CSI 2 J, CSI 3 J) empty the screen and what can be scrolled back, and so does a full
#           reset (ESC c), as in xterm's terminal description (E3).
# Happens:  tmux forgets all of it. GNU screen empties what is visible and keeps every line that was: all can be scrolled back
#           to, after each of them. Started with -h 0 it keeps none.
# Version:  GNU screen 4.9.0, tmux 3.3a (Debian 12)
# Source:   clear(1) of ncurses: it clears the scrollback buffer too, by E3; screen(1), "Erase in Display", knows 0, 1 and 2 only
# Met by:   whoever plays with hidden cards in turns at one terminal, or clears a password away.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

apt-get download -qq screen tmux libutempter0 libevent-core-2.1-7 2>/dev/null
for package in ./*.deb; do dpkg -x "$package" root; done
dpkg-deb -W --showformat='${Package} ${Version}\n' screen_*.deb
dpkg-deb -W --showformat='${Package} ${Version}\n' tmux_*.deb
export LD_LIBRARY_PATH=$work/root/usr/lib/x86_64-linux-gnu SCREENDIR=$work/sockets TMUX_TMPDIR=$work TERM=xterm LC_ALL=C.UTF-8
mkdir -m 700 sockets
unset TMUX STY
: > none

play() {  # codes
    cat > play.sh <<PLAY
seq -f 'hidden %g' 60
sleep 0.5
printf '$1next player\n'
touch cleared
sleep 5
PLAY
    rm -f cleared kept
}
cleared() { for _ in $(seq 100); do [ -e cleared ] && break; sleep 0.1; done; sleep 0.5; }
in_screen() {  # codes, options
    play "$1"
    root/usr/bin/screen -c none "${@:2}" -dmS cards sh play.sh
    cleared
    root/usr/bin/screen -S cards -X hardcopy -h "$work/kept"
    for _ in $(seq 50); do [ -s kept ] && break; sleep 0.1; done
    root/usr/bin/screen -S cards -X quit
    grep -c hidden kept || true
}
in_tmux() {
    play "$1"
    root/usr/bin/tmux -f none new-session -d -x 80 -y 24 'sh play.sh'
    cleared
    root/usr/bin/tmux capture-pane -p -S - > kept
    root/usr/bin/tmux kill-server
    grep -c hidden kept || true
}

erase='\033[H\033[2J\033[3J'
seen="screen, erased: $(in_screen "$erase")
screen, reset: $(in_screen '\033c')
screen -h 0, erased: $(in_screen "$erase" -h 0)
tmux, erased: $(in_tmux "$erase")"
echo "of 60 hidden lines can still be scrolled to:"
echo "$seen"
[ "$seen" = "screen, erased: 60
screen, reset: 60
screen -h 0, erased: 0
tmux, erased: 0" ]

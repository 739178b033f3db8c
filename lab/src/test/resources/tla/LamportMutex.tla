---------------------------- MODULE LamportMutex ----------------------------
(***************************************************************************)
(* The mutual exclusion of L. Lamport, "Time, Clocks, and the Ordering of  *)
(* Events in a Distributed System", CACM 21(7), 1978, on FIFO links.       *)
(*                                                                         *)
(* It was written for the comparison of TLC with the search of this        *)
(* project, after the Java model of that algorithm, org.peerlock.lab.check *)
(* .LamportMutex. Its actions are those of the example of the same name in *)
(* the TLA+ Examples, and so are the numbers of states that TLC counts;    *)
(* its text is not. How fast TLC is depends on the text, too.              *)
(***************************************************************************)
EXTENDS Naturals, Sequences

CONSTANTS
    Size,   \* how many nodes there are
    Latest  \* the greatest time that the search allows

Nodes == 1 .. Size

VARIABLES
    time,    \* time[n]: the clock of node n
    known,   \* known[n][m]: when m asked, as far as n knows; 0 if it wants nothing
    assent,  \* assent[n]: those that know of n's request, n among them; empty if there is none
    inside,  \* the nodes that have entered
    mail     \* mail[n][m]: what is under way from n to m, the oldest first

vars == <<time, known, assent, inside, mail>>

Asked(when) == [kind |-> "asked", time |-> when]
Assented == [kind |-> "assented"]
Done == [kind |-> "done"]

Init ==
    /\ time = [n \in Nodes |-> 1]
    /\ known = [n \in Nodes |-> [m \in Nodes |-> 0]]
    /\ assent = [n \in Nodes |-> {}]
    /\ inside = {}
    /\ mail = [n \in Nodes |-> [m \in Nodes |-> <<>>]]

-----------------------------------------------------------------------------
(* The network. *)

ToAllOthers(n, message) ==
    mail' = [mail EXCEPT ![n] = [m \in Nodes |-> IF m = n THEN @[m] ELSE Append(@[m], message)]]

Arrives(from, to, kind) == mail[from][to] # <<>> /\ Head(mail[from][to]).kind = kind

Take(from, to) == mail' = [mail EXCEPT ![from][to] = Tail(@)]

TakeAndAnswer(from, to, message) ==
    mail' = [mail EXCEPT ![from][to] = Tail(@), ![to][from] = Append(@, message)]

-----------------------------------------------------------------------------
(* A node that asks, enters and leaves. *)

Ask(n) ==
    /\ known[n][n] = 0
    /\ known' = [known EXCEPT ![n][n] = time[n]]
    /\ assent' = [assent EXCEPT ![n] = {n}]
    /\ ToAllOthers(n, Asked(time[n]))
    /\ UNCHANGED <<time, inside>>

(* Of two requests of the same time the one of the lower node is first. *)
First(n, m) ==
    \/ known[n][m] = 0
    \/ known[n][n] < known[n][m]
    \/ known[n][n] = known[n][m] /\ n < m

(* A node that is inside may do so once more, which changes nothing. *)
Enter(n) ==
    /\ assent[n] = Nodes
    /\ \A m \in Nodes \ {n} : First(n, m)
    /\ inside' = inside \union {n}
    /\ UNCHANGED <<time, known, assent, mail>>

Leave(n) ==
    /\ n \in inside
    /\ inside' = inside \ {n}
    /\ known' = [known EXCEPT ![n][n] = 0]
    /\ assent' = [assent EXCEPT ![n] = {}]
    /\ ToAllOthers(n, Done)
    /\ UNCHANGED time

-----------------------------------------------------------------------------
(* A message from m arrives at n. Only a request moves the clock. *)

Later(a, b) == (IF a > b THEN a ELSE b) + 1

LearnRequest(n, m) ==
    /\ Arrives(m, n, "asked")
    /\ LET when == Head(mail[m][n]).time IN
        /\ known' = [known EXCEPT ![n][m] = when]
        /\ time' = [time EXCEPT ![n] = Later(@, when)]
    /\ TakeAndAnswer(m, n, Assented)
    /\ UNCHANGED <<assent, inside>>

LearnAssent(n, m) ==
    /\ Arrives(m, n, "assented")
    /\ assent' = [assent EXCEPT ![n] = @ \union {m}]
    /\ Take(m, n)
    /\ UNCHANGED <<time, known, inside>>

LearnDone(n, m) ==
    /\ Arrives(m, n, "done")
    /\ known' = [known EXCEPT ![n][m] = 0]
    /\ Take(m, n)
    /\ UNCHANGED <<time, assent, inside>>

-----------------------------------------------------------------------------
Next ==
    \E n \in Nodes :
        \/ Ask(n) \/ Enter(n) \/ Leave(n)
        \/ \E m \in Nodes \ {n} : LearnRequest(n, m) \/ LearnAssent(n, m) \/ LearnDone(n, m)

Spec == Init /\ [][Next]_vars

(* TLC generates a state in which this does not hold, but does not keep it. *)
InTime == \A n \in Nodes : time[n] <= Latest

(* What it is all for; not checked where speed is compared. *)
Exclusion == \A n, m \in inside : n = m
=============================================================================

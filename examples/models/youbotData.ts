// A five-axis arm with a two-finger gripper on a mobile base, in numbers: frames, masses, drives.

// The masses are those of the real parts. `inertia` is the tensor about the centre of mass of the homogeneous part (Ixx, Iyy, Izz,
// Ixy, Ixz, Iyz); `publishedInertia` and `publishedCentre` are what a well-known model of the arm used in their place: its stored
// results carry them. Lengths in m, masses in kg, angles in rad (Cardan x, y, z).

export interface PartData {
  readonly name: string;
  readonly parent: string;
  readonly translation: readonly [number, number, number];
  readonly rotation: readonly [number, number, number];
  readonly mass?: number;
  readonly centre?: readonly [number, number, number];
  readonly inertia?: readonly number[];
  readonly publishedCentre?: readonly [number, number, number];
  readonly publishedInertia?: readonly number[];
  /** Corners of the box around the part, to draw it. */
  readonly box?: readonly [readonly [number, number, number], readonly [number, number, number]];
  /** Edges of a box that takes part in contacts. */
  readonly contactBox?: readonly [number, number, number];
  readonly isLock?: boolean;
}

export const parts: readonly PartData[] = [
  {
    name: "base.base_frame",
    parent: "world",
    translation: [-0.569, 0.0, 0.084],
    rotation: [0.0, 0.0, 0.0],
    mass: 19.803,
    centre: [-0.0001330625437114792, 7.436552086486036e-6, 0.005572350105694824],
    inertia: [
      0.18933778571881216, 0.5143430380909236, 0.67662666195452, -0.0003235270954776152, -6.274704818341767e-5,
      -3.124995844260419e-5,
    ],
    publishedCentre: [-0.0001330625437114792, 7.436552086486036e-6, 0.005572350105694824],
    publishedInertia: [
      0.0002292252577573339, 0.0006214255066418955, 0.0008165191049394915, -3.9039241547818977e-7,
      -5.800082699632436e-8, -3.87011422729929e-8,
    ],
    box: [
      [-0.285053, -0.178531, -0.06898],
      [0.285053, 0.178531, 0.053004],
    ],
  },
  {
    name: "base.plate",
    parent: "base.base_frame",
    translation: [-0.159, 0.0, 0.046],
    rotation: [0.0, 0.0, 0.0],
    mass: 2.397,
    centre: [-0.0047646886869953985, -1.5876077512064235e-7, 0.010289751167279534],
    inertia: [
      0.013799099830933536, 0.011084152611710184, 0.023893663611455868, -1.52105327830101e-8, -3.9156379988269544e-5,
      2.9338257253165784e-9,
    ],
    publishedCentre: [-0.0047646886869953985, -1.5876077512064235e-7, 0.010289751167279534],
    publishedInertia: [
      1.1818697715740561e-5, 9.581151216562996e-6, 2.014070374119863e-5, -1.4317220868273632e-11, 6.590401851237795e-8,
      5.760607149455956e-12,
    ],
    box: [
      [-0.12669, -0.16077, -0.024143],
      [0.12669, 0.16077, 0.024143],
    ],
  },
  {
    name: "base.plate_box",
    parent: "base.base_frame",
    translation: [-0.16, 0.0, 0.0702],
    rotation: [0.0, 0.0, 0.0],
    mass: 1e-9,
    centre: [0.0, 0.0, 0.0],
    inertia: [4.041666666666667e-12, 4.041666666666667e-12, 8.066666666666668e-12, 0.0, 0.0, 0.0],
    contactBox: [0.22, 0.22, 0.01],
  },
  {
    name: "base.plateLock",
    parent: "base.base_frame",
    translation: [-0.19, 0.0, 0.0702],
    rotation: [0.0, 0.0, 0.0],
    isLock: true,
  },
  {
    name: "base.front_right_wheel",
    parent: "base.base_frame",
    translation: [0.228, -0.158, -0.034],
    rotation: [0.0, 0.0, 0.0],
    mass: 1.4,
    centre: [2.9192387271709673e-5, 0.00025272410468626743, 2.533663781313649e-5],
    inertia: [
      0.00155527077729365, 0.0016304514022392222, 0.0015551763773709888, 2.8750289883623942e-8, 7.033075503048965e-8,
      7.037789307572928e-8,
    ],
    publishedCentre: [0.0, 0.0, 0.0],
    publishedInertia: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    box: [
      [-0.049944, -0.036321, -0.049846],
      [0.050006, 0.036825, 0.049897],
    ],
  },
  {
    name: "base.front_left_wheel",
    parent: "base.base_frame",
    translation: [0.228, 0.158, -0.034],
    rotation: [0.0, 0.0, 0.0],
    mass: 1.4,
    centre: [-2.9193526719159377e-5, -0.0002527151678492823, -2.535362381625634e-5],
    inertia: [
      0.0015552710353688617, 0.0016304520649008034, 0.0015551778449260853, 2.9164444296087168e-8, 6.9697807809818e-8,
      7.015274755726057e-8,
    ],
    publishedCentre: [-2.9193526719159377e-5, -0.0002527151678492823, -2.535362381625634e-5],
    publishedInertia: [
      2.922949283957585e-7, 3.0640692114240705e-7, 2.9227747047071453e-7, 3.5397503263758287e-12,
      1.2903388706723969e-11, 1.1497884359370329e-11,
    ],
    box: [
      [-0.050006, -0.036825, -0.049897],
      [0.049944, 0.036321, 0.049846],
    ],
  },
  {
    name: "base.back_right_wheel",
    parent: "base.base_frame",
    translation: [-0.228, -0.158, -0.034],
    rotation: [0.0, 0.0, 0.0],
    mass: 1.4,
    centre: [-2.919792960767993e-5, -0.00025273329536572916, 2.5338961739065526e-5],
    inertia: [
      0.0015552704549002907, 0.0016304516095934152, 0.0015551772186770494, 2.859566685343837e-8, -7.02167751408518e-8,
      -7.013785025189149e-8,
    ],
    publishedCentre: [0.0, 0.0, 0.0],
    publishedInertia: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    box: [
      [-0.050006, -0.036825, -0.049846],
      [0.049944, 0.036321, 0.049897],
    ],
  },
  {
    name: "base.back_left_wheel",
    parent: "base.base_frame",
    translation: [-0.228, 0.158, -0.034],
    rotation: [0.0, 0.0, 0.0],
    mass: 1.4,
    centre: [-2.919792960767993e-5, -0.00025273329536572916, -2.5338961739065526e-5],
    inertia: [
      0.0015552704549002907, 0.0016304516095934152, 0.0015551772186770494, 2.859566685343837e-8, 7.02167751408518e-8,
      7.013785025189149e-8,
    ],
    publishedCentre: [-2.919792960767993e-5, -0.00025273329536572916, -2.5338961739065526e-5],
    publishedInertia: [
      2.922946707480545e-7, 3.064066773933893e-7, 2.922772044918094e-7, 3.4324277235172768e-12, 1.300099341653378e-11,
      1.1495932834476475e-11,
    ],
    box: [
      [-0.050006, -0.036825, -0.049897],
      [0.049944, 0.036321, 0.049846],
    ],
  },
  {
    name: "arm_base_frame",
    parent: "base.base_frame",
    translation: [0.143, 0.0, 0.046],
    rotation: [0.0, 0.0, 0.0],
    mass: 0.961,
    centre: [0.015221168941337427, -4.139093219386011e-5, 0.002043452102501876],
    inertia: [
      0.0022235451022689216, 0.0028365515987299355, 0.0041698878464538165, 1.298513440821867e-5, 4.387052983281563e-5,
      4.366353653838894e-6,
    ],
    publishedCentre: [0.015221168941337427, -4.139093219386011e-5, 0.002043452102501876],
    publishedInertia: [
      1.1331538488763669e-6, 1.5582484663265907e-6, 2.2344727080078732e-6, 6.9134942211721675e-9, 7.1115115907718135e-9,
      2.262500718149942e-9,
    ],
    box: [
      [-0.08942, -0.09371, -0.03182],
      [0.11683, 0.09279, 0.04618],
    ],
  },
  { name: "armBase_b", parent: "arm_base_frame", translation: [0.024, 0.0, 0.115], rotation: [0.0, 0.0, 0.0] },
  { name: "link1.obj1", parent: "armBase_b", translation: [0.0, 0.0, 0.0], rotation: [Math.PI, 0.0, 0.0] },
  {
    name: "link1.body",
    parent: "link1.obj1",
    translation: [0.0, 0.0, 0.0],
    rotation: [0.0, 0.0, 0.0],
    mass: 1.39,
    centre: [0.0027876164947574817, -0.003460179273347296, 0.041003685730104565],
    inertia: [
      0.0023494418401818293, 0.002915680090622622, 0.003144748520653286, 0.00019816907720511033, 0.00029651453033265903,
      -0.00029337284523636904,
    ],
    publishedCentre: [0.0027876164947574817, -0.003460179273347296, 0.041003685730104565],
    publishedInertia: [
      1.8043975139603075e-6, 2.0194005886373725e-6, 1.2170489145579446e-6, 8.117383073309303e-8, 5.280490018227951e-8,
      -3.6892725851377425e-8,
    ],
    box: [
      [-0.085215, -0.084571, -0.037101],
      [0.085355, 0.085349, 0.094677],
    ],
  },
  { name: "link1.obj2", parent: "link1.body", translation: [0.033, 0.0, 0.0], rotation: [0.0, 0.0, 0.0] },
  {
    name: "link2.obj1",
    parent: "link1.obj2",
    translation: [0.0, 0.0, 0.0],
    rotation: [Math.PI / 2, 0.0, -Math.PI / 2],
  },
  {
    name: "link2.body",
    parent: "link2.obj1",
    translation: [0.0, 0.0, 0.0],
    rotation: [0.0, 0.0, 0.0],
    mass: 1.318,
    centre: [0.06930646765095066, 0.0013792004435755148, -0.033992565598119716],
    inertia: [
      0.0006319954837925075, 0.005291013125401924, 0.00550095933425695, 2.064285314374578e-5, 5.992230935038718e-5,
      -4.643392618013159e-6,
    ],
    publishedCentre: [0.06930646765095066, 0.0013792004435755148, -0.033992565598119716],
    publishedInertia: [
      6.967362771929461e-7, 4.245055842505693e-6, 3.821839892498108e-6, -3.401952641815958e-8, 1.0221230270521382e-6,
      1.8455614787511068e-8,
    ],
    box: [
      [-0.036, -0.0364, -0.08199],
      [0.184, 0.03806, 0.00795],
    ],
  },
  { name: "link2.obj2", parent: "link2.body", translation: [0.155, 0.0, 0.0], rotation: [0.0, 0.0, 0.0] },
  { name: "link3.obj1", parent: "link2.obj2", translation: [0.0, 0.0, 0.0], rotation: [0.0, 0.0, -Math.PI / 2] },
  {
    name: "link3.body",
    parent: "link3.obj1",
    translation: [0.0, 0.0, 0.0],
    rotation: [0.0, 0.0, 0.0],
    mass: 0.821,
    centre: [-0.00015861167202518183, 0.07907807743559737, 0.030758285811219265],
    inertia: [
      0.0024268641037831, 0.00031878667087980364, 0.0025621267141769065, 9.398450881718269e-6, -5.459080936132504e-7,
      0.0002870079919730702,
    ],
    publishedCentre: [-0.00015861167202518183, 0.07907807743559737, 0.030758285811219265],
    publishedInertia: [
      1.6440346655695792e-6, 2.1602104797333798e-7, 1.5175528325775156e-6, 3.883730565019224e-9, 6.821451123866332e-10,
      -3.3716725018421264e-7,
    ],
    box: [
      [-0.03221, -0.02954, -0.00856],
      [0.0321, 0.16249, 0.07455],
    ],
  },
  { name: "link3.obj2", parent: "link3.body", translation: [0.0, 0.135, 0.0], rotation: [0.0, 0.0, 0.0] },
  { name: "link4.obj1", parent: "link3.obj2", translation: [0.0, 0.0, 0.0], rotation: [0.0, 0.0, 0.0] },
  {
    name: "link4.body",
    parent: "link4.obj1",
    translation: [0.0, 0.0, 0.0],
    rotation: [0.0, 0.0, 0.0],
    mass: 0.769,
    centre: [-0.00012392384888140255, 0.04149298427476395, -0.006493001559891472],
    inertia: [
      0.0012269334318454307, 0.0006960423563635307, 0.0009623199657387281, 3.560570413229633e-7, -1.2601213833670544e-7,
      -0.0002184236810197759,
    ],
    publishedCentre: [-0.00012392384888140255, 0.04149298427476395, -0.006493001559891472],
    publishedInertia: [
      3.6850299856285855e-7, 1.0391489385082074e-7, 3.261336252860654e-7, 6.148428377013145e-10,
      -1.0624062531950287e-10, -1.6039695126456233e-9,
    ],
    box: [
      [-0.03361, -0.03301, -0.04939],
      [0.03334, 0.08382, 0.04936],
    ],
  },
  { name: "link4.obj2", parent: "link4.body", translation: [0.0, 0.11316, 0.0], rotation: [0.0, 0.0, 0.0] },
  { name: "link5.obj1", parent: "link4.obj2", translation: [0.0, 0.0, 0.0], rotation: [-Math.PI / 2, 0.0, 0.0] },
  {
    name: "link5.body",
    parent: "link5.obj1",
    translation: [0.0, 0.0, 0.0],
    rotation: [0.0, 0.0, 0.0],
    mass: 0.687,
    centre: [-0.0008658744883501306, -0.0006767359101843309, -0.02215872413039706],
    inertia: [
      0.000404148471197666, 0.00022000764609903791, 0.0004684477386388591, 1.9643842289614283e-6, 6.575084593570373e-6,
      1.969589293974855e-6,
    ],
    publishedCentre: [-0.0008658744883501306, -0.0006767359101843309, -0.02215872413039706],
    publishedInertia: [
      7.966445790890735e-8, 5.991010226591841e-8, 5.039825024695312e-8, 1.6773275062801188e-10, -7.094714112825218e-10,
      -8.948606718516905e-10,
    ],
    box: [
      [-0.026633, -0.048245, -0.047187],
      [0.026567, 0.048125, -0.006457],
    ],
  },
  { name: "link5.obj2", parent: "link5.body", translation: [0.0, 0.0, 0.05716], rotation: [0.0, 0.0, 0.0] },
  {
    name: "gripper.obj1",
    parent: "link5.obj2",
    translation: [0.0, 0.0, 0.0],
    rotation: [0.0, 0.0, -Math.PI],
  },
  {
    name: "gripper.gripper_base_frame",
    parent: "gripper.obj1",
    translation: [0.0, 0.0, 0.0],
    rotation: [0.0, 0.0, 0.0],
    mass: 0.199,
    centre: [-3.733459726913525e-5, 2.218406437730012e-5, -0.035116891760175545],
    inertia: [
      0.000198756919783456, 8.93462373930175e-5, 0.00019613427482361812, 1.1866794278786135e-6, 3.073379695097935e-8,
      9.549302687045674e-8,
    ],
    publishedCentre: [-3.733459726913525e-5, 2.218406437730012e-5, -0.035116891760175545],
    publishedInertia: [
      3.4955525211440013e-8, 2.6344944730478197e-8, 1.5435750176411456e-8, 9.340435905001934e-11,
      -1.811433434408829e-11, 1.971594836574821e-11,
    ],
    box: [
      [-0.02538, -0.046621, -0.063647],
      [0.025294, 0.0466, -0.008729],
    ],
  },
  {
    name: "gripper.gripper_right_finger_a",
    parent: "gripper.gripper_base_frame",
    translation: [0.0, -0.03, 0.0],
    rotation: [0.0, 0.0, 0.0],
  },
  {
    name: "gripper.gripper_right_finger",
    parent: "gripper.gripper_right_finger_a",
    translation: [0.0, -0.0082, 0.0],
    rotation: [0.0, 0.0, 0.0],
    mass: 0.01,
    centre: [-0.0002697896938517801, 0.0013369297065788767, 0.011542843408089915],
    inertia: [
      1.8588092698807488e-6, 1.8242883200669366e-6, 4.092409673539437e-7, -7.504774060856152e-9, -4.158028682445278e-8,
      -2.5950708909215957e-7,
    ],
    publishedCentre: [-0.0002697896938517801, 0.0013369297065788767, 0.011542843408089915],
    publishedInertia: [
      1.7740553769454302e-11, 1.7454924755131473e-11, 2.365233507129398e-12, -2.1548543363312737e-14,
      -5.770906862212507e-14, -2.2877499723073137e-12,
    ],
    box: [
      [-0.006997, -0.010903, -0.008674],
      [0.007004, 0.008097, 0.036326],
    ],
  },
  {
    name: "gripper.gripper_right_finger_box",
    parent: "gripper.gripper_right_finger_a",
    translation: [0.0, -0.0051, 0.0135],
    rotation: [0.0, 0.0, 0.0],
    mass: 1e-9,
    centre: [0.0, 0.0, 0.0],
    inertia: [1.7708333333333333e-13, 1.8075e-13, 2.0333333333333336e-14, 0.0, 0.0, 0.0],
    contactBox: [0.012, 0.01, 0.045],
  },
  {
    name: "gripper.gripperLock",
    parent: "gripper.gripper_right_finger_a",
    translation: [0.006, 0.005, 0.0225],
    rotation: [0.0, 0.0, 0.0],
    isLock: true,
  },
  {
    name: "gripper.gripper_left_finger_a",
    parent: "gripper.gripper_right_finger_a",
    translation: [0.0, 0.0, 0.0],
    rotation: [0.0, 0.0, 0.0],
  },
  {
    name: "gripper.gripper_left_finger",
    parent: "gripper.gripper_left_finger_a",
    translation: [0.0, 0.0082, 0.0],
    rotation: [0.0, 0.0, 0.0],
    mass: 0.01,
    centre: [-0.0002697896938517801, -0.0013369297065788767, 0.011542843408089915],
    inertia: [
      1.8588092698807488e-6, 1.8242883200669366e-6, 4.092409673539437e-7, 7.504774060856152e-9, -4.158028682445278e-8,
      2.5950708909215957e-7,
    ],
    publishedCentre: [0.0, 0.0, 0.0],
    publishedInertia: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    box: [
      [-0.006997, -0.008097, -0.008674],
      [0.007004, 0.010903, 0.036326],
    ],
  },
  {
    name: "gripper.gripper_left_finger_box",
    parent: "gripper.gripper_left_finger_a",
    translation: [0.0, 0.0051, 0.0135],
    rotation: [0.0, 0.0, 0.0],
    mass: 1e-9,
    centre: [0.0, 0.0, 0.0],
    inertia: [1.7708333333333333e-13, 1.8075e-13, 2.0333333333333336e-14, 0.0, 0.0, 0.0],
    contactBox: [0.012, 0.01, 0.045],
  },
];

export interface DriveData {
  readonly joint: string;
  /** Motor inertia (kg·m²), or motor mass (kg) of the gripper. */
  readonly motor: number;
  readonly ratio: number;
  /** Gains of the cascade: position, speed, and the PI controller. */
  readonly outer: number;
  readonly inner: number;
  readonly k: number;
  readonly T: number;
}

export const drives: readonly DriveData[] = [
  { joint: "rev1", motor: 1.3909e-5, ratio: 156.0, outer: 156.0, inner: 50.0, k: 0.1, T: 1.0 },
  { joint: "rev2", motor: 1.3909e-5, ratio: 156.0, outer: 156.0, inner: 50.0, k: 0.1, T: 1.0 },
  { joint: "rev3", motor: 1.3571e-5, ratio: 100.0, outer: 100.0, inner: 50.0, k: 0.1, T: 1.0 },
  { joint: "rev4", motor: 9.321e-6, ratio: 71.0, outer: 71.0, inner: 50.0, k: 0.1, T: 1.0 },
  { joint: "rev5", motor: 3.5709999999999998e-6, ratio: 71.0, outer: 71.0, inner: 50.0, k: 0.1, T: 1.0 },
  { joint: "prism", motor: 0.1, ratio: 1.0, outer: 1.0, inner: 50.0, k: 10.0, T: 1.0 },
];
